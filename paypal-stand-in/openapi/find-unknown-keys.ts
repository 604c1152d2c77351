import type { Published, Schema } from './read-files.ts';

/** Every property a schema names, through all the schemas it is made of; one name can be described several times. */
export function listProperties(published: Published, schemas: Schema[]): Map<string, Schema[]> {
  const properties = new Map<string, Schema[]>();
  for (const schema of listParts(published, schemas)) {
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      properties.set(key, [...(properties.get(key) ?? []), property]);
    }
  }
  return properties;
}

function listParts(published: Published, schemas: Schema[]): Schema[] {
  return schemas
    .map((schema) => published.resolve(schema))
    .flatMap((schema) => {
      const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
      return [schema, ...listParts(published, parts)];
    });
}

/** Keys in a value that its schemas do not name. The files let such keys pass; a misspelt one hides there. */
export function findUnknownKeys(published: Published, schemas: Schema[], value: unknown, at = ''): string[] {
  if (Array.isArray(value)) {
    const items = listParts(published, schemas).flatMap((schema) => schema.items ?? []);
    return items.length > 0 ? value.flatMap((item, n) => findUnknownKeys(published, items, item, `${at}/${n}`)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const known = listProperties(published, schemas);
  if (known.size === 0) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const property = known.get(key);
    if (!property) return [`${at}/${key} is not in the files`];
    return findUnknownKeys(published, property, item, `${at}/${key}`);
  });
}
