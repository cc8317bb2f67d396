import { request, type Dispatcher } from 'undici';

/** A POST to Elasticsearch without the client, for the least overhead that Node allows. `url` holds user and password. */
export async function askElasticsearch(
  url: string,
  path: string,
  body: string | Buffer,
  type: 'application/json' | 'application/x-ndjson' = 'application/json',
): Promise<Dispatcher.ResponseData> {
  const { origin, username, password } = new URL(url);
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { 'content-type': type, ...(username !== '' && { authorization: `Basic ${credentials}` }) };
  return request(`${origin}/${path}`, { method: 'POST', headers, body });
}
