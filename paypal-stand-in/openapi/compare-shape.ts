import type { Shape } from '../check-shape.ts';
import { listProperties } from './find-unknown-keys.ts';
import type { Published, Schema } from './read-files.ts';

/** Where a shape of ours accepts what PayPal's schema does not. Being stricter is allowed, being laxer is not. */
export function compareShape(published: Published, shape: Shape, schema: Schema, at = ''): string[] {
  const theirs = published.resolve(schema);
  switch (shape.type) {
    case 'record': {
      const properties = listProperties(published, [theirs]);
      const missing = listRequired(published, theirs).filter((key) => !shape.required.includes(key));
      return [
        ...missing.map((key) => `${at}/${key} is required by PayPal and not by us`),
        ...Object.entries(shape.fields).flatMap(([key, field]) => {
          const [property] = properties.get(key) ?? [];
          if (!property) return [`${at}/${key} is not in the files`];
          return compareShape(published, field, property, `${at}/${key}`);
        }),
      ];
    }
    case 'list':
      return theirs.items
        ? compareShape(published, shape.of, theirs.items, `${at}/0`)
        : [`${at} is no list in the files`];
    case 'text': {
      const extra = shape.oneOf?.filter((name) => theirs.enum && !theirs.enum.includes(name)) ?? [];
      const longer = !shape.oneOf && theirs.maxLength !== undefined && shape.max > theirs.maxLength;
      const other = shape.pattern && theirs.pattern && shape.pattern.source !== theirs.pattern.replaceAll('/', '\\/');
      return [
        ...extra.map((name) => `${at} may not be ${name}`),
        ...(longer ? [`${at} may be ${shape.max} long here and ${theirs.maxLength} there`] : []),
        ...(other ? [`${at} has another pattern: ${theirs.pattern}`] : []),
      ];
    }
    default:
      return [];
  }
}

function listRequired(published: Published, schema: Schema): string[] {
  const found = published.resolve(schema);
  return [...(found.required ?? []), ...(found.allOf ?? []).flatMap((part) => listRequired(published, part))];
}
