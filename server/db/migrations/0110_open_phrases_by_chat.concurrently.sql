-- In which groups a typed passphrase may open something now.
create index concurrently envelope_open_phrases_by_chat on envelope (chat_id)
  where status = 'open' and claim_rule = 'passphrase' and not has_generated_passphrase and chat_id is not null
