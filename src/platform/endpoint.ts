/** A client for OpenAI-compatible APIs. It contacts only the given address, follows no redirects, and has time limits. */
import * as v from 'valibot';
import type { Endpoint, EndpointFailure, EndpointResult, EndpointTarget } from '../app/ports/endpoint';
import { isNearHost } from '../core/urls/urlParts';
import { watchRequest } from './requestWatch';

export interface EndpointLimits {
  /** Milliseconds without data. On a slow machine, a model takes long before its first byte. */
  readonly silence: number;
  /** Limit on a response, in bytes. */
  readonly bytes: number;
}

const LIMITS: EndpointLimits = { silence: 120_000, bytes: 1_000_000 };
/** Longer error messages are cut. */
const MAX_MESSAGE = 200;

const modelsSchema = v.object({ data: v.array(v.object({ id: v.string() })) });
const completionSchema = v.object({
  choices: v.tupleWithRest([v.object({ message: v.object({ content: v.string() }) })], v.unknown()),
});
const errorSchema = v.object({ error: v.union([v.string(), v.object({ message: v.string() })]) });

export function createEndpoint(limits: EndpointLimits = LIMITS): Endpoint {
  return {
    check,
    async models(target, signal) {
      const answer = await ask(target, '/models', undefined, signal, limits);
      return read(answer, modelsSchema, ({ data }) => data.map(({ id }) => id));
    },
    async complete(target, messages, signal) {
      const body = JSON.stringify({ model: target.model, messages, stream: false });
      const answer = await ask(target, '/chat/completions', body, signal, limits);
      return read(answer, completionSchema, ({ choices }) => choices[0].message.content);
    },
  };
}

function check(written: string): ReturnType<Endpoint['check']> {
  if (!URL.canParse(written.trim())) return refused('it is not a URL, such as http://localhost:11434/v1');
  const url = new URL(written.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refused('only http and https are allowed');
  if (url.username !== '' || url.password !== '') return refused('it contains a user name or password');
  if (url.protocol === 'http:' && !isNearHost(url.hostname))
    return refused('without https others could read the files; http is only for your own network');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return { kind: 'address', address: `${url.origin}${path}` };
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}

async function ask(
  target: EndpointTarget,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
  limits: EndpointLimits,
): Promise<EndpointResult<string>> {
  const checked = check(target.address);
  if (checked.kind === 'refused') return failed({ kind: 'address', reason: checked.reason });
  const url = checked.address + path;
  const watch = watchRequest(limits, signal);
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(target.key !== '' && { Authorization: `Bearer ${target.key}` }),
      },
      ...(body !== undefined && { body }),
      ...{
        signal: watch.signal,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      },
    });
    const text = await readText(response, watch.heard, limits.bytes);
    if (text === undefined) return failed({ kind: 'malformed', reason: 'the response is too long' });
    if (!response.ok) return failed({ kind: 'status', status: response.status, message: messageIn(text) });
    return { kind: 'answer', value: text };
  } catch {
    if (signal.aborted) return failed({ kind: 'stopped' });
    if (watch.signal.aborted) return failed({ kind: 'timeout', seconds: Math.round(limits.silence / 1_000) });
    return failed(await whyNot(url, watch.signal));
  } finally {
    watch.end();
  }
}

/** Undefined if the response exceeds the limit. */
async function readText(response: Response, heard: () => void, limit: number): Promise<string | undefined> {
  heard();
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    heard();
    bytes += value.length;
    if (bytes > limit) {
      await reader?.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Browsers don't reveal why a request failed. A second, opaque request shows whether a server responds at all. It contains
 * neither the key nor a file.
 */
async function whyNot(url: string, signal: AbortSignal): Promise<EndpointFailure> {
  try {
    await fetch(url, {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return { kind: 'cors' };
  } catch {
    return { kind: 'unreachable' };
  }
}

function read<Schema extends v.GenericSchema, T>(
  answer: EndpointResult<string>,
  schema: Schema,
  pick: (value: v.InferOutput<Schema>) => T,
): EndpointResult<T> {
  if (answer.kind === 'failed') return answer;
  const parsed = v.safeParse(schema, parseJson(answer.value));
  if (parsed.success) return { kind: 'answer', value: pick(parsed.output) };
  return failed({ kind: 'malformed', reason: 'the response does not match this API' });
}

function messageIn(text: string): string {
  const parsed = v.safeParse(errorSchema, parseJson(text));
  if (!parsed.success) return '';
  const { error } = parsed.output;
  return (typeof error === 'string' ? error : error.message).slice(0, MAX_MESSAGE);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failed<T>(failure: EndpointFailure): EndpointResult<T> {
  return { kind: 'failed', failure };
}
