/** Parameters from the address of a page: the server checks their values. Empty ones are left out. */
export function ofAddress<K extends string>(params: { readonly [P in K]?: unknown }): { readonly [P in K]: never } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== '')) as never;
}
