"""What each mode looks like: functions from a `show.Show` to a picture.

`scene_table.picture` picks the module of the mode. `bar`, `panels` and `lettering` are
parts that several scenes use.
"""
