-- The words of the cities' names. Written by hand: drizzle-kit knows no virtual tables. Rows are indexed all at once, after they are loaded.
CREATE VIRTUAL TABLE `cities_words` USING fts5(`name`, content='cities', content_rowid='id', tokenize='unicode61 remove_diacritics 0');
