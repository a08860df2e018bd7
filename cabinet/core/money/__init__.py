"""Money as values, in whole minor units.

`tariff.Tariff` says what money buys, `till.bank` and `till.charge` move it, and each
movement is a `ledger.Posting`. `pricing.payments` says who pays for a match,
`amounts.money_text` writes amounts, `meter.MeterCoil` drives the mechanical coin meter.
"""
