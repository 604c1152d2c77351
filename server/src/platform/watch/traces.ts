import type { IncomingMessage } from 'node:http';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type pg from 'pg';
import { createProxyHeader } from '#server/platform/http/request-id.ts';
import { currentRequest } from './current-request.ts';
import { nameStatement } from './name-statement.ts';
import type { RequestTraces } from './request-watch.ts';

/** The W3C's header: the trace of which a proxy's request is a part. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const EXPORT_MS = 5_000;
const MOST_NAMES = 1_000;

export type Traces = RequestTraces & {
  /** From now on the statements of this connection are traced, where a traced request runs them. */
  watchStatements(client: pg.ClientBase): void;
  /** Sends what has not left yet. */
  close(): Promise<void>;
};

/**
 * Sends traces to a collector by OTLP over HTTP. This file alone loads OpenTelemetry. An attribute is a pattern, a number or an id of
 * ours: never a URL, a value of a statement or anything of a body.
 */
export function openTraces(
  { endpoint, share }: { endpoint: string; share: number },
  trustProxy: string[] | false,
): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'marigold-lane' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  });
  const tracer = provider.getTracer('marigold-lane');
  const proxyHeader = createProxyHeader(trustProxy);

  const parentOf = (request: IncomingMessage): Context => {
    const [, traceId = '', spanId = '', flags = ''] =
      TRACEPARENT.exec(proxyHeader(request, 'traceparent', TRACEPARENT) ?? '') ?? [];
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  };

  const watchStatements = (client: pg.ClientBase): void => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const traced = (...args: unknown[]) => {
      const parent = currentRequest()?.span;
      const text = textOf(args[0]);
      if (!parent?.isRecording() || text === undefined) return query(...args);
      const name = nameOf(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent));
      return endAfter(span, args, query);
    };
    Object.assign(client, { query: traced });
  };

  return {
    begin(request, id, startedAt) {
      const startTime = startedAt === undefined ? Date.now() : performance.timeOrigin + startedAt;
      const attributes = { 'shop.request_id': id };
      return tracer.startSpan('request', { kind: SpanKind.SERVER, startTime, attributes }, parentOf(request));
    },
    end({ span, method, route, status }) {
      if (!span) return;
      span.updateName(`${method} ${route}`);
      span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    watchStatements,
    close: () => provider.shutdown().catch(() => {}),
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = nameStatement(text);
  if (names.size < MOST_NAMES) names.set(text, name);
  return name;
}

/** Undefined for what is no plain statement, such as a stream of rows. */
function textOf(first: unknown): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || 'submit' in first || !('text' in first)) return undefined;
  return typeof first.text === 'string' ? first.text : undefined;
}

type Callback = (error: Error | undefined, ...rest: unknown[]) => void;

/** The driver tells the end to a callback, or by a promise. The message of an error may hold values: only its code is used. */
function endAfter(span: Span, args: unknown[], query: (...args: unknown[]) => unknown): unknown {
  const end = (error?: unknown) => {
    if (error) {
      const { code } = error as { code?: string };
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (code) span.setAttribute('db.response.status_code', code);
    }
    span.end();
  };
  const last = args.at(-1);
  if (typeof last === 'function') {
    const callback: Callback = (error, ...rest) => {
      end(error);
      (last as Callback)(error, ...rest);
    };
    return query(...args.slice(0, -1), callback);
  }
  const answer = query(...args) as Promise<unknown>;
  answer.then(() => end(), end);
  return answer;
}
