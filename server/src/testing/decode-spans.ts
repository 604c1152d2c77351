/** A span as a collector sees it. */
export type DecodedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  statusCode: number;
  attributes: Record<string, string | number>;
};

type Field = { field: number; value: bigint | Buffer };

/** The fields of one message of protobuf. */
function* readFields(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const [field, type] = [key >> 3, key & 7];
    if (type === 0) yield { field, value: varint() };
    else if (type === 1) yield { field, value: bytes(8).readBigUInt64LE() };
    else if (type === 2) yield { field, value: bytes(Number(varint())) };
    else if (type === 5) yield { field, value: BigInt(bytes(4).readUInt32LE()) };
    else throw new Error(`Protobuf has no type ${type}.`);
  }
}

const all = (message: Buffer, field: number): Buffer[] =>
  [...readFields(message)].filter((one) => one.field === field).map(({ value }) => value as Buffer);
const text = (message: Buffer, field: number) => all(message, field)[0]?.toString() ?? '';
const hex = (message: Buffer, field: number) => all(message, field)[0]?.toString('hex') ?? '';
const number = (message: Buffer, field: number): bigint =>
  ([...readFields(message)].find((one) => one.field === field)?.value as bigint | undefined) ?? 0n;

/** Field numbers as opentelemetry/proto/trace/v1/trace.proto has them. */
export const decodeSpans = (request: Buffer): DecodedSpan[] =>
  all(request, 1)
    .flatMap((resourceSpans) => all(resourceSpans, 2))
    .flatMap((scopeSpans) => all(scopeSpans, 2))
    .map((span) => ({
      traceId: hex(span, 1),
      spanId: hex(span, 2),
      parentSpanId: hex(span, 4),
      name: text(span, 5),
      kind: Number(number(span, 6)),
      start: number(span, 7),
      end: number(span, 8),
      statusCode: Number(number(all(span, 15)[0] ?? Buffer.alloc(0), 3)),
      attributes: Object.fromEntries(all(span, 9).map((pair) => [text(pair, 1), toValue(all(pair, 2)[0] as Buffer)])),
    }));

function toValue(value: Buffer): string | number {
  const [first] = readFields(value);
  return first?.value instanceof Buffer ? first.value.toString() : Number(first?.value);
}
