CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION name_grams(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT gram), '{}')
  FROM generate_series(1, length(name)) AS place,
       LATERAL (VALUES (substr(lower(name), place, 1)), (substr(lower(name), place, 2))) AS grams(gram)
$$;
