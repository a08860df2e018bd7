"""A machine to try the appliance on."""
