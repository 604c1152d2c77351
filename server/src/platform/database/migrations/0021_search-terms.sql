-- Written by hand: what a bouquet can be found by besides its name. Made of nothing but what PostgreSQL has itself, since it runs
-- wherever a product is written, also where a tool restores a dump. Of the colours that the names of its stems tell, a bouquet
-- has that of the stem named first and those of a third of the blooms, a hydrangea counting for four daisies: a few white
-- daisies among sunflowers do not make it white.
CREATE FUNCTION search_terms(category text, occasions text[], stems jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  shades CONSTANT jsonb := '{
    "pink": "pink", "blush": "pink blush", "fuchsia": "pink fuchsia",
    "magenta": "pink magenta", "cerise": "pink cerise", "rosy": "pink", "red": "red",
    "crimson": "red crimson", "scarlet": "red scarlet", "burgundy": "red burgundy",
    "ruby": "red", "white": "white", "ivory": "white ivory", "cream": "white cream",
    "snow": "white", "yellow": "yellow", "gold": "yellow gold", "golden": "yellow",
    "lemon": "yellow", "orange": "orange", "amber": "orange", "apricot": "orange apricot",
    "tangerine": "orange", "purple": "purple", "lilac": "purple lilac",
    "violet": "purple violet", "mauve": "purple mauve", "plum": "purple plum",
    "blue": "blue", "navy": "blue", "indigo": "blue", "green": "green",
    "lime": "green lime", "peach": "peach", "coral": "coral", "sunflower": "yellow",
    "craspedia": "yellow", "lavender": "purple", "daffodil": "yellow", "bluebell": "blue"
  }'::jsonb;
  blooms CONSTANT jsonb := '{
    "hydrangea": 4, "sunflower": 4, "protea": 4, "peony": 3, "lily": 3, "dahlia": 3, "gerbera": 3, "delphinium": 3,
    "daisy": 1, "lavender": 1, "craspedia": 1, "eryngium": 1, "gypsophila": 1
  }'::jsonb;
  terms text[] := ARRAY['category:' || lower(category)];
  weights jsonb := '{}';
  coloured numeric := 0;
  foremost text[];
  entry jsonb;
  flower text;
  weight numeric;
  word text;
  colour text;
  of_stem text[];
BEGIN
  FOREACH word IN ARRAY occasions LOOP
    terms := terms || ('occasion:' || lower(word));
  END LOOP;
  IF jsonb_typeof(stems) <> 'array' THEN RETURN terms; END IF;
  FOR place IN 0 .. jsonb_array_length(stems) - 1 LOOP
    entry := stems -> place;
    flower := btrim(split_part(lower(entry ->> 'flower'), '(', 1));
    CONTINUE WHEN coalesce(flower, '') = '';
    IF NOT ('stem:' || flower) = ANY (terms) THEN terms := terms || ('stem:' || flower); END IF;
    weight := CASE jsonb_typeof(entry -> 'count') WHEN 'number' THEN (entry ->> 'count')::numeric ELSE 1 END
      * coalesce((blooms ->> substring(flower FROM '[^ ]+$'))::numeric, 2);
    of_stem := '{}';
    FOREACH word IN ARRAY regexp_split_to_array(flower, '[^[:alpha:]]+') LOOP
      CONTINUE WHEN NOT shades ? word OR split_part(shades ->> word, ' ', 1) = ANY (of_stem);
      of_stem := of_stem || string_to_array(shades ->> word, ' ');
    END LOOP;
    foremost := coalesce(foremost, of_stem);
    CONTINUE WHEN of_stem = '{}';
    coloured := coloured + weight;
    FOREACH colour IN ARRAY of_stem LOOP
      weights := weights || jsonb_build_object(colour, coalesce((weights ->> colour)::numeric, 0) + weight);
    END LOOP;
  END LOOP;
  FOREACH colour IN ARRAY ARRAY(SELECT jsonb_object_keys(weights)) LOOP
    IF colour = ANY (foremost) OR (weights ->> colour)::numeric * 3 >= coloured THEN terms := terms || ('colour:' || colour); END IF;
  END LOOP;
  RETURN terms;
END $$;
--> statement-breakpoint
CREATE SCHEMA "search";
--> statement-breakpoint
CREATE TABLE "search"."vocabulary" (
	"term" text PRIMARY KEY NOT NULL,
	"colours" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_terms" text[] GENERATED ALWAYS AS (search_terms(category, occasions, stems)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_search_term" ON "products" USING gin ("search_terms");
--> statement-breakpoint
-- Written by hand: the vocabulary follows the products. New terms are inserted in the same order by everyone, so that two who
-- stock the shop at once do not end in a deadlock.
CREATE FUNCTION search.add_terms(added text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search.vocabulary (term, colours)
  SELECT term, ARRAY(
    SELECT substr(named, 8)
    FROM unnest(public.search_terms('', '{}', jsonb_build_array(jsonb_build_object('flower', substr(term, 6))))) AS named
    WHERE term LIKE 'stem:%' AND named LIKE 'colour:%'
  )
  FROM (SELECT DISTINCT unnest(added) AS term) AS terms
  WHERE NOT EXISTS (SELECT FROM search.vocabulary AS known WHERE known.term = terms.term)
  ORDER BY term
  ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION search.add_terms_of_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search.add_terms(ARRAY(SELECT DISTINCT unnest(search_terms) FROM inserted));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search.add_terms_of_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search.add_terms(NEW.search_terms);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_terms_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION search.add_terms_of_inserted();
--> statement-breakpoint
-- A sale, which changes no term, does not come by here.
CREATE TRIGGER search_terms_updated AFTER UPDATE OF search_terms ON products
  FOR EACH ROW WHEN (OLD.search_terms IS DISTINCT FROM NEW.search_terms) EXECUTE FUNCTION search.add_terms_of_updated();
--> statement-breakpoint
SELECT search.add_terms(ARRAY(SELECT DISTINCT unnest(search_terms) FROM products));
--> statement-breakpoint
-- Written by hand: the planner knows nothing of a column that was just added.
ANALYZE products;
