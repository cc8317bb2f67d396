/** The value of a cookie in a `Cookie` header, for routes without @fastify/cookie; '' without the cookie. */
export function cookieIn(header: string, name: string): string {
  const parts = header.split(';').map((part) => part.trim());
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
