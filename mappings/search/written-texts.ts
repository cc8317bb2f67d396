/** Texts that a post has as they were written, so that `="Kern"` can be compared with them. */
import { fieldOf, type TextName } from './fields.ts';

/** Fields of the index. */
export const WRITTEN_TEXTS = ['comment', 'subject', 'name', 'media_name'] as const;
export type WrittenText = (typeof WRITTEN_TEXTS)[number];

/** The texts in which the words of a field are; empty for the opening post's text and for texts of modules, which hits do not have. */
export function writtenTextsOf(field: TextName): readonly WrittenText[] {
  if (field === 'any') return ['comment', 'subject'];
  const { index, isOfOpener } = fieldOf('text', field);
  return isOfOpener === true ? [] : WRITTEN_TEXTS.filter((name) => name === index);
}
