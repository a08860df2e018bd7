"""USB encoders, keyboards and pads, read from the kernel's event nodes.

`search` finds a device in sysfs without opening anything, `node` reads one event node
by struct and ioctl, `port` is the `BoardPort` of a device of kind evdev. What
keys are called, `cabinet.core.inputs.controls` says.
"""
