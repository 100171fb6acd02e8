-- Who may open an envelope: whoever knows its passphrase, or members of its group and of other chats, by a tap. Those
-- have no passphrase. `conditions` lists the chats as they were at the send, the group first.
alter table envelope add column claim_rule text not null default 'passphrase';
alter table envelope add column conditions jsonb not null default '[]';
alter table envelope alter column passphrase_hash drop not null;
alter table envelope alter column passphrase_cipher drop not null;
alter table envelope add constraint envelope_opens_one_way check (
  case claim_rule
    when 'passphrase' then passphrase_hash is not null and passphrase_cipher is not null
    when 'members' then passphrase_hash is null and passphrase_cipher is null and chat_id is not null
    else false
  end
) not valid;

-- What the messenger says of a chat: its kind, its public name, and whether it made the bot an administrator.
alter table chat add column kind text not null default 'group' check (kind in ('group', 'channel'));
alter table chat add column username text;
alter table chat add column is_bot_administrator boolean not null default false;
