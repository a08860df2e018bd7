"""What is wrong, and how we know: doctor, support bundle, crash reports, logs."""
