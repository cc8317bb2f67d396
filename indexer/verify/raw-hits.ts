/** Reads the documents of a search response without parsing it: parsing took a third of the time of comparing documents. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { errors } from '@elastic/elasticsearch';
import type { Elasticsearch } from '../../platform/elasticsearch.ts';
import { toError } from '../../platform/errors.ts';

/** A document of a search response. `source` is its JSON, exactly as it was indexed. */
export interface RawHit {
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly source: string;
}

const NUMBERS =
  /,"_version":(\d+),"_seq_no":(\d+),"_primary_term":\d+,"_score":(?:null|\d\.\d+),(?:"_ignored":\["[^\]]*"\],)?"_source":/y;

/**
 * Cuts the text of a search response into its hits. Returns null when the response has another form.
 *
 * A source may contain text that looks like the beginning of a hit. Its text is then cut there, too early to be a complete
 * object, and equals no document's JSON. So when every returned source equals an expected document, all hits were read
 * correctly; otherwise the caller must parse the response.
 */
export function cutHits(response: string, index: string): readonly RawHit[] | null {
  if (response.endsWith('"hits":[]}}')) return [];
  const begin = `{"_index":"${index}","_id":"`;
  const hits: RawHit[] = [];
  for (let at = response.indexOf(begin); at !== -1;) {
    const idStart = at + begin.length;
    const idEnd = response.indexOf('"', idStart);
    NUMBERS.lastIndex = idEnd + 1;
    const numbers = NUMBERS.exec(response);
    if (numbers === null) return null;
    const { lastIndex: start } = NUMBERS;
    at = response.indexOf(begin, start);
    const seqNo = Number(numbers[2]);
    const source = response.slice(start, sourceEnd(response, at, seqNo));
    hits.push({ id: response.slice(idStart, idEnd), version: Number(numbers[1]), seqNo, source });
  }
  return hits.length === 0 ? null : hits;
}

const AFTER_HIT = '},';
const AFTER_LAST = '}]}}';

/** `next` is the offset of the next hit, or -1. The sort values of a hit follow its source. */
function sourceEnd(response: string, next: number, seqNo: number): number {
  const end = next === -1 ? response.length - AFTER_LAST.length : next - AFTER_HIT.length;
  const sort = `,"sort":[${seqNo}]`;
  return response.startsWith(sort, end - sort.length) ? end - sort.length : end;
}

type Request = Parameters<Elasticsearch['transport']['request']>[0];

/**
 * Sends a request and returns the text of the response.
 * @throws the client's errors, also for error statuses: the client itself does not check streamed responses.
 */
export async function requestText(client: Elasticsearch, request: Request, timeoutMs: number): Promise<string> {
  const response = await client.transport.request<Readable>(request, {
    asStream: true,
    meta: true,
    requestTimeout: timeoutMs,
  });
  const bytes = await buffer(response.body).catch((cause: unknown) => {
    throw new errors.ConnectionError(`the response was cut off: ${toError(cause).message}`);
  });
  const body = bytes.toString();
  if ((response.statusCode ?? 0) < 400) return body;
  throw new errors.ResponseError({ ...response, body: parseOrKeep(body) });
}

function parseOrKeep(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
