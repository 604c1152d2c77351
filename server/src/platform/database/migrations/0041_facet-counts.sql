CREATE TABLE "search"."facet_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search"."facet_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"term" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
-- Written by hand: what a bouquet on sale is counted for. Nobody filters by a stem; the others are named as they are written.
CREATE FUNCTION search.facets_of(status text, category text, occasions text[], search_terms text[], filter_terms text[])
RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  facets text[] := ARRAY['total:', 'category:' || category];
  word text;
BEGIN
  IF status = 'withdrawn' THEN RETURN '{}'; END IF;
  FOREACH word IN ARRAY occasions LOOP
    facets := facets || ('occasion:' || word);
  END LOOP;
  FOREACH word IN ARRAY search_terms || filter_terms LOOP
    IF NOT (starts_with(word, 'stem:') OR starts_with(word, 'category:') OR starts_with(word, 'occasion:')) THEN
      facets := facets || word;
    END IF;
  END LOOP;
  RETURN facets;
END $$;
--> statement-breakpoint
CREATE FUNCTION search.count_inserted_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.facet_counts (term, count)
  SELECT term, count(*) FROM inserted, unnest(search.facets_of(status, category, occasions, search_terms, filter_terms)) AS term GROUP BY term;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search.count_deleted_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.facet_counts (term, count)
  SELECT term, -count(*) FROM deleted, unnest(search.facets_of(status, category, occasions, search_terms, filter_terms)) AS term GROUP BY term;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search.count_updated_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search.facet_counts (term, count)
  SELECT term, sum(change) FROM (
    SELECT unnest(search.facets_of(NEW.status, NEW.category, NEW.occasions, NEW.search_terms, NEW.filter_terms)) AS term, 1 AS change
    UNION ALL SELECT unnest(search.facets_of(OLD.status, OLD.category, OLD.occasions, OLD.search_terms, OLD.filter_terms)), -1
  ) AS changes GROUP BY term HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whoever folds just now is waited for: of what that writes, this would see nothing.
CREATE FUNCTION search.forget_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('search.facet_counts'));
  DELETE FROM search.facet_counts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER facets_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION search.count_inserted_facets();
--> statement-breakpoint
CREATE TRIGGER facets_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION search.count_deleted_facets();
--> statement-breakpoint
-- A sale does not come by here.
CREATE TRIGGER facets_updated AFTER UPDATE OF status, category, occasions, stems, price_pence ON products
  FOR EACH ROW WHEN (
    (OLD.status, OLD.category, OLD.occasions, OLD.search_terms, OLD.filter_terms)
    IS DISTINCT FROM (NEW.status, NEW.category, NEW.occasions, NEW.search_terms, NEW.filter_terms)
  ) EXECUTE FUNCTION search.count_updated_facets();
--> statement-breakpoint
CREATE TRIGGER facets_truncated AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION search.forget_facets();
--> statement-breakpoint
-- Folds lines up to one of them, so many at a time, into one for each count, and tells how many it took. Whoever does so at the same time
-- waits: each line is folded once.
CREATE FUNCTION search.fold_facet_counts(up_to bigint, most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('search.facet_counts'));
  WITH lines AS (
    DELETE FROM search.facet_counts WHERE id IN (SELECT id FROM search.facet_counts WHERE id <= up_to ORDER BY id LIMIT most)
    RETURNING term, count
  ), sums AS (
    INSERT INTO search.facet_counts (term, count) SELECT term, sum(count) FROM lines GROUP BY term HAVING sum(count) <> 0
  )
  SELECT count(*) FROM lines INTO folded;
  RETURN folded;
END $$;
--> statement-breakpoint
-- Counts the whole shop anew beside whoever changes it: what this statement sees of the bouquets it sees of the lines as well,
-- and lines of changes that come after it stay.
CREATE FUNCTION search.count_all_facets() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- First, as whoever empties the table has it first: in another order the two would wait for each other.
  LOCK TABLE public.products IN ACCESS SHARE MODE;
  PERFORM pg_advisory_xact_lock(hashtext('search.facet_counts'));
  WITH lines AS (DELETE FROM search.facet_counts)
  INSERT INTO search.facet_counts (term, count)
  SELECT term, count(*) FROM public.products, unnest(search.facets_of(status, category, occasions, search_terms, filter_terms)) AS term GROUP BY term;
  PERFORM pg_notify('catalogue_changed', '');
END $$;
