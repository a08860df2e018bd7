"""The operator's web console.

`console.Console` is what all its pages share, `setting_pages.setting_routes` and its
neighbours their addresses, `requests.guarded` the check of every request,
`counter_client.CounterClient` the way to the counter. Each `*_pages` module has the
pages of one subject.
"""
