import { Ajv2020 } from 'ajv/dist/2020.js';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
};
type Content = Record<string, { schema: Schema }>;
type Described = {
  requestBody?: { content: Content };
  parameters?: { in: string; name: string; schema: Schema }[];
  responses: Record<string, { content?: Content }>;
  security?: unknown[];
};
export type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

export type Check = (value: unknown) => string | undefined;

/** One call of the API, as its document describes it. */
export type Operation = Described & {
  method: string;
  path: string;
  body: Schema | undefined;
  isForm: boolean;
  isPrivate: boolean;
  /** What is wrong with a body by the document; nothing where a call takes none. */
  checkBody: Check | undefined;
  /** The same for an answer of that status; undefined where the document shows no JSON. */
  checkAnswer(status: number): Check | undefined;
};

/** The calls of the API by its document, each with checks of its bodies. */
export function listOperations(document: Document): Operation[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'shop');
  const checks = new Map<string, Check>();
  const checkAt = (...steps: string[]): Check => {
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = checks.get(pointer);
    if (known) return known;
    const validate = ajv.compile({ $ref: `shop#/${pointer}` });
    const check: Check = (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
    checks.set(pointer, check);
    return check;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => {
      const { requestBody, responses, security = [] } = described;
      const body = requestBody?.content['application/json']?.schema;
      const at = ['paths', path, method];
      const asJson = ['content', 'application/json', 'schema'];
      return {
        ...described,
        method: method.toUpperCase(),
        path,
        body,
        isForm: requestBody?.content['multipart/form-data'] !== undefined,
        isPrivate: security.length > 0,
        checkBody: body && checkAt(...at, 'requestBody', ...asJson),
        checkAnswer: (status) =>
          responses[status]?.content?.['application/json'] && checkAt(...at, 'responses', String(status), ...asJson),
      };
    }),
  );
}

export function resolveSchema({ components }: Document, schema: Schema): Schema {
  return schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}
