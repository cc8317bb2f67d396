/** Parameters from the address of a page, without empty ones; the server checks their values. */
export function ofAddress<K extends string>(params: { readonly [P in K]?: unknown }): { readonly [P in K]: never } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== '')) as never;
}
