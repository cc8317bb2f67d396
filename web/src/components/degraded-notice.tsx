/** Over an answer that came without the database. */
export function DegradedNotice() {
  return (
    <output className="notice-line degraded-notice">
      The archive&rsquo;s database is out of reach. You are reading a copy that may lack the newest posts and changes.
    </output>
  );
}
