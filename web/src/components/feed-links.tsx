/** Links the feeds of a query's hits, for feed readers in the browser. React moves the elements into the head. */
export function FeedLinks({ q }: { readonly q: string }) {
  const query = q === '' ? '' : `?${new URLSearchParams({ q }).toString()}`;
  const title = q === '' ? 'Sagasu' : `Sagasu: ${q}`;
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={title} href={`/api/v1/search/feed.atom${query}`} />
      <link rel="alternate" type="application/feed+json" title={title} href={`/api/v1/search/feed.json${query}`} />
    </>
  );
}
