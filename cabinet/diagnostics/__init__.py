"""What is wrong with the cabinet, and how we know.

`doctor` examines the machine, `support_bundle.write_report` packs one file to send,
`crash.report_crash` keeps what happened before a crash, `logs.keep_log` what each
program said. `measurements.Measurements` are the live tests of the service menu.
"""
