/** The options of a menu of boards. */
export function BoardOptions({ boards }: { readonly boards: readonly { readonly name: string }[] }) {
  return boards.map(({ name }) => (
    <option key={name} value={name}>
      /{name}/
    </option>
  ));
}
