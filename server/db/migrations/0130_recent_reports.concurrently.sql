create index concurrently payment_report_recent on payment_report (coin_type, reported_at)
