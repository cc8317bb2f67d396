/** Finds forms within forms in the sources of the pages: browsers submit the inner one on their own, without its scripts. */
import { parseSync, Visitor } from 'vite';

export interface Source {
  readonly path: string;
  readonly text: string;
}

/** An element that a component renders, and the elements around it within that component. */
interface Rendered {
  readonly name: string;
  readonly around: readonly string[];
  readonly line: number;
}

interface Component {
  readonly path: string;
  readonly name: string;
  readonly rendered: readonly Rendered[];
  /** For each place of its children, the elements around it. */
  readonly children: readonly (readonly string[])[];
}

/** Each as "file:line: <inner> within a form". A component counts as a form if anything that it renders is one. */
export function nestedForms(sources: readonly Source[]): readonly string[] {
  const components = sources.flatMap((source) => readComponents(source));
  // A name is that of a component in the same file, or of any file that exports it.
  const named = (name: string, { path }: Component): readonly Component[] => {
    const same = components.filter((other) => other.name === name);
    const local = same.filter((other) => other.path === path);
    return local.length > 0 ? local : same;
  };
  const forms = fixpoint(components, (component, known) =>
    component.rendered.some(({ name }) => name === 'form' || named(name, component).some((other) => known.has(other))),
  );
  // Components that put their children into a form.
  const frames = fixpoint(components, (component, known) =>
    component.children.some((around) =>
      around.some((name) => name === 'form' || named(name, component).some((other) => known.has(other))),
    ),
  );
  return components.flatMap((component) => {
    const isAmong = (name: string, found: ReadonlySet<Component>) =>
      name === 'form' || named(name, component).some((other) => found.has(other));
    return component.rendered
      .filter(({ name, around }) => isAmong(name, forms) && around.some((outer) => isAmong(outer, frames)))
      .map(({ name, line }) => `${component.path}:${line}: <${name}> within a form`);
  });
}

function fixpoint(
  components: readonly Component[],
  holds: (component: Component, known: ReadonlySet<Component>) => boolean,
): ReadonlySet<Component> {
  const known = new Set<Component>();
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const component of components) if (holds(component, known)) known.add(component);
  }
  return known;
}

function readComponents({ path, text }: Source): readonly Component[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ''}`);
  const components: (Component & { readonly rendered: Rendered[]; readonly children: (readonly string[])[] })[] = [];
  const around: string[] = [];
  const begin = (name: string) => components.push({ path, name, rendered: [], children: [] });
  new Visitor({
    FunctionDeclaration: ({ id }) => void begin(id?.name ?? ''),
    // `const Hit = memo(function Hit …)`.
    FunctionExpression: ({ id }) => void (id !== null && begin(id.name)),
    JSXElement: ({ start, openingElement: { name } }) => {
      const element = name.type === 'JSXIdentifier' ? name.name : '';
      const line = text.slice(0, start).split('\n').length;
      components.at(-1)?.rendered.push({ name: element, around: [...around], line });
      around.push(element);
    },
    'JSXElement:exit': () => void around.pop(),
    JSXExpressionContainer: ({ expression }) => {
      const isChildren =
        (expression.type === 'Identifier' && expression.name === 'children') ||
        (expression.type === 'MemberExpression' &&
          expression.property.type === 'Identifier' &&
          expression.property.name === 'children');
      if (isChildren) components.at(-1)?.children.push([...around]);
    },
  }).visit(program);
  return components;
}
