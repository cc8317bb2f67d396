/**
 * The fields that modules add to the index. The document of a post has them in one object for each module, under the module's name, so that the names of
 * two modules cannot collide.
 */
import type { SharedModule } from '../module.ts';
import { MODULES } from '../modules.ts';
import { foldText } from '../text-analysis/fold.ts';
import type { AddedMapping } from './index-fields.ts';

/** Values of a document, by module and field. Absent values are not in it. */
export type AddedValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface AddedObject {
  readonly properties: Readonly<Record<string, AddedMapping>>;
}

/** By module. */
export function addedObjects(modules: readonly SharedModule[]): Readonly<Record<string, AddedObject>> {
  return Object.fromEntries(
    modules.flatMap(({ name, index }) => (index === undefined ? [] : [[name, { properties: index.fields }]])),
  );
}

export const ADDED_OBJECTS = addedObjects(MODULES);

/** The values as documents have them. */
export function addedToDocument(values: AddedValues, objects = ADDED_OBJECTS, fold = foldText): AddedValues {
  return Object.fromEntries(
    Object.entries(values).map(([module, fields]) => [
      module,
      Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [
          field,
          objects[module]?.properties[field]?.type === 'text' ? fold(String(value)) : value,
        ]),
      ),
    ]),
  );
}
