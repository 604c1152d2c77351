-- Written by hand: which plants a bouquet has, told from the names of its stems, each as its kind, what is known of it around pets and
-- its name: `bloom safe rose`, `leaf harmful eucalyptus`, `bloom unknown craspedia`. Safe is what the ASPCA lists as not toxic to
-- cats and to dogs, and only where every other word of the name is known to change nothing: a Christmas rose is a hellebore. All
-- that is called a lily harms. Made of nothing but what PostgreSQL has itself, as `search_terms` is.
CREATE FUNCTION plants_in(stems jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  known CONSTANT jsonb := '{
    "rose": "bloom safe", "gerbera": "bloom safe", "gerbera daisy": "bloom safe gerbera", "sunflower": "bloom safe",
    "snapdragon": "bloom safe", "antirrhinum": "bloom safe snapdragon", "lisianthus": "bloom safe", "eustoma": "bloom safe lisianthus",
    "statice": "bloom safe", "limonium": "bloom safe statice", "freesia": "bloom safe", "stock": "bloom safe", "aster": "bloom safe",
    "zinnia": "bloom safe", "celosia": "bloom safe", "orchid": "bloom safe",
    "tulip": "bloom harmful", "daffodil": "bloom harmful", "narcissus": "bloom harmful", "hyacinth": "bloom harmful",
    "carnation": "bloom harmful", "dianthus": "bloom harmful", "sweet william": "bloom harmful", "chrysanthemum": "bloom harmful",
    "daisy": "bloom harmful", "dahlia": "bloom harmful", "peony": "bloom harmful", "hydrangea": "bloom harmful",
    "ranunculus": "bloom harmful", "anemone": "bloom harmful", "delphinium": "bloom harmful", "larkspur": "bloom harmful",
    "iris": "bloom harmful", "gladiolus": "bloom harmful", "gladioli": "bloom harmful gladiolus", "amaryllis": "bloom harmful",
    "hellebore": "bloom harmful", "foxglove": "bloom harmful", "gypsophila": "bloom harmful",
    "baby breath": "bloom harmful gypsophila", "lavender": "bloom harmful", "sweet pea": "bloom harmful", "calla": "bloom harmful",
    "anthurium": "bloom harmful", "poppy": "bloom harmful", "allium": "bloom harmful", "agapanthus": "bloom harmful",
    "bird of paradise": "bloom harmful", "clematis": "bloom harmful", "azalea": "bloom harmful",
    "lily": "bloom harmful", "lilium": "bloom harmful lily", "daylily": "bloom harmful lily", "hemerocallis": "bloom harmful lily",
    "convallaria": "bloom harmful lily of the valley", "lily of the valley": "bloom harmful",
    "calla lily": "bloom harmful calla", "peruvian lily": "bloom harmful alstroemeria",
    "eucalyptus": "leaf harmful", "ivy": "leaf harmful", "yew": "leaf harmful", "mistletoe": "leaf harmful", "holly": "leaf harmful",
    "asparagus fern": "leaf harmful", "fern": "leaf unknown", "ruscus": "leaf unknown", "olive": "leaf unknown",
    "pittosporum": "leaf unknown", "salal": "leaf unknown", "myrtle": "leaf unknown", "willow": "leaf unknown", "fir": "leaf unknown",
    "pine": "leaf unknown", "spruce": "leaf unknown", "thistle": "bloom unknown", "christma rose": "bloom harmful hellebore",
    "lenten rose": "bloom harmful hellebore"
  }'::jsonb;
  -- Words that say of a flower how it looks or is grown, not which it is.
  plain CONSTANT jsonb := '["pink", "blush", "fuchsia", "magenta", "cerise", "rosy", "red", "crimson", "scarlet", "burgundy", "ruby",
    "white", "ivory", "cream", "snow", "yellow", "gold", "golden", "lemon", "orange", "amber", "apricot", "tangerine", "purple", "lilac",
    "violet", "mauve", "plum", "blue", "navy", "indigo", "green", "lime", "peach", "coral", "black", "brown", "silver", "pale", "deep",
    "hot", "dark", "light", "soft", "bright", "dusky", "dusty", "pastel", "antique", "spray", "garden", "mini", "standard", "single",
    "double", "large", "small", "long", "short", "stem", "stemmed", "fresh", "cut", "mixed", "bud", "head", "headed", "bicolour",
    "foliage", "leaf", "leave", "greenery"]'::jsonb;
  plants text[] := '{}';
  flower text;
  words text[];
  rest text[];
  found text;
  phrase text;
  first integer;
  count integer;
BEGIN
  IF jsonb_typeof(stems) <> 'array' THEN RETURN plants; END IF;
  FOR place IN 0 .. jsonb_array_length(stems) - 1 LOOP
    flower := btrim(lower(stems -> place ->> 'flower'));
    CONTINUE WHEN coalesce(flower, '') = '';
    -- In the singular: the name of a flower may be written either way. `baby's breath` is `baby breath`.
    words := '{}';
    FOREACH phrase IN ARRAY regexp_split_to_array(replace(replace(flower, '''s', ''), '’s', ''), '[^[:alpha:]]+') LOOP
      CONTINUE WHEN phrase = '';
      words := words || CASE
        WHEN right(phrase, 1) <> 's' OR length(phrase) < 4 OR right(phrase, 2) IN ('ss', 'us', 'is', 'os') THEN phrase
        WHEN right(phrase, 3) = 'ies' THEN left(phrase, -3) || 'y'
        WHEN phrase ~ '(ch|sh|x|z)es$' THEN left(phrase, -2)
        ELSE left(phrase, -1) END;
    END LOOP;
    CONTINUE WHEN words = '{}';
    count := cardinality(words);
    found := NULL;
    -- The longest name, and of those the last: a flower stands behind what is said of it.
    <<longest>>
    FOR length IN REVERSE least(4, count) .. 1 LOOP
      FOR start IN REVERSE count - length + 1 .. 1 LOOP
        phrase := array_to_string(words[start : start + length - 1], ' ');
        IF known ? phrase THEN
          found := known ->> phrase;
          IF cardinality(string_to_array(found, ' ')) = 2 THEN found := found || ' ' || phrase; END IF;
          rest := words[1 : start - 1] || words[start + length : count];
          EXIT longest;
        END IF;
      END LOOP;
    END LOOP;
    IF found LIKE '% safe %' AND NOT plain @> to_jsonb(rest) THEN
      found := replace(found, ' safe ', ' unknown ');
    END IF;
    -- Any lily beside another name harms just the same.
    IF found NOT LIKE '% harmful %' AND words && '{lily,lilium,daylily,hemerocallis,convallaria}' THEN
      found := 'bloom harmful lily';
    END IF;
    IF found IS NULL THEN
      rest := ARRAY(SELECT word FROM unnest(words) WITH ORDINALITY AS named (word, place) WHERE NOT plain ? word ORDER BY named.place);
      found := CASE WHEN words && '{foliage,leaf,leave,greenery,grass,twig,branch}' THEN 'leaf' ELSE 'bloom' END || ' unknown '
        || CASE WHEN rest = '{}' THEN words[count] ELSE array_to_string(rest, ' ') END;
    END IF;
    IF NOT found = ANY (plants) THEN plants := plants || found; END IF;
  END LOOP;
  RETURN plants;
END $$;
--> statement-breakpoint
-- Written by hand: what lists of bouquets are filtered by besides the terms of `search_terms`. Safe around pets is a bouquet of which
-- every plant is. The price is that of the standard size.
CREATE FUNCTION filter_terms(stems jsonb, price_pence integer) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  terms text[] := ARRAY['price:' || CASE
    WHEN price_pence < 3500 THEN 'under-35'
    WHEN price_pence < 5000 THEN '35-50'
    WHEN price_pence < 7000 THEN '50-70'
    ELSE 'from-70' END];
  is_safe boolean;
  plant text;
  term text;
BEGIN
  FOREACH plant IN ARRAY public.plants_in(stems) LOOP
    is_safe := coalesce(is_safe, true) AND split_part(plant, ' ', 2) = 'safe';
    CONTINUE WHEN left(plant, 6) <> 'bloom ';
    term := 'flower:' || substr(plant, 8 + length(split_part(plant, ' ', 2)));
    CONTINUE WHEN term = ANY (terms);
    terms := terms || term;
  END LOOP;
  IF is_safe THEN terms := terms || 'pets:safe'::text; END IF;
  RETURN terms;
END $$;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "filter_terms" text[] GENERATED ALWAYS AS (filter_terms(stems, price_pence)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_filter_term" ON "products" USING gin ("filter_terms");
--> statement-breakpoint
-- Written by hand: the planner knows nothing of a column that was just added.
ANALYZE products;
