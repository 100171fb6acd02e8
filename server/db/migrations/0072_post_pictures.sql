-- The seal on the picture that the group sees; null where the message is a text.
alter table group_post add column shown_seal text;
