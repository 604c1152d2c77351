import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

export type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  maxLength?: number;
  pattern?: string;
  additionalProperties?: unknown;
} & { [K in 'allOf' | 'anyOf' | 'oneOf']?: Schema[] };

type Content = { content?: { 'application/json'?: { schema: Schema } } };
type Operation = { requestBody?: Content & { $ref?: string }; responses: Record<string, Content & { $ref?: string }> };
type File = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, Content> };
};

const FILES = ['checkout_orders_v2', 'payments_payment_v2', 'notifications_webhooks_v1'] as const;
type FileName = (typeof FILES)[number];

export type Published = {
  /** The schema of a request or a response; undefined if the files have none. */
  findSchema(method: string, path: string, which: 'request' | number): Schema | undefined;
  resolve(schema: Schema): Schema;
  /** The violations of a schema by a value, in words. */
  validate(schema: Schema, value: unknown): string[];
};

/** PayPal's published files in a folder, with their schemas compiled. */
export function readPublished(folder: string): Published {
  const ajv = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, allErrors: true, logger: false });
  const files = {} as Record<FileName, File>;
  for (const name of FILES) {
    // References inside a file are made to name the file, so that parts of it can be compiled alone.
    const text = readFileSync(join(folder, `${name}.json`), 'utf8').replaceAll(
      '"#/components/',
      `"${name}#/components/`,
    );
    files[name] = withFreeWords(JSON.parse(text)) as File;
    ajv.addSchema({ $id: name, components: files[name].components });
  }

  const deref = <T>(ref: string): T => {
    const [name = '', path = ''] = ref.split('#');
    return path
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], files[name as FileName]) as T;
  };

  return {
    findSchema(method, path, which) {
      for (const file of FILES) {
        const operation = files[file].paths[path]?.[method.toLowerCase()];
        if (!operation) continue;
        const found =
          which === 'request' ? operation.requestBody : (operation.responses[which] ?? operation.responses.default);
        const body = found?.$ref ? deref<Content>(found.$ref) : found;
        const schema = body?.content?.['application/json']?.schema;
        if (schema) return schema;
      }
      return undefined;
    },
    resolve(schema) {
      let at = schema;
      while (at.$ref) at = deref<Schema>(at.$ref);
      return at;
    },
    validate(schema, value) {
      const check = ajv.compile(schema);
      if (check(value)) return [];
      return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
    },
  };
}

/** Issues are fixed names; PayPal may change their descriptions, so those are not compared. */
function withFreeWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withFreeWords);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node as Record<string, unknown>);
  const isIssue = 'issue' in node && 'description' in node;
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isIssue && key === 'description' ? { type: 'string' } : withFreeWords(value)]),
  );
}
