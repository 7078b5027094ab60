-- What readers say of articles of the help.
create table article_votes (
  -- The key of the page of text.
  article text not null constraint article_votes_article check (article ~ '^help/[a-z-]{1,40}/[a-z0-9-]{1,80}$'),
  -- A digest of the article and its reader.
  voter bytea not null constraint article_votes_voter check (octet_length(voter) = 32),
  is_helpful boolean not null,
  at timestamptz not null,
  primary key (article, voter)
);
grant select, insert, update (is_helpful, at) on article_votes to parley_web;
