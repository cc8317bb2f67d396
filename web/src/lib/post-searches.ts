/** The searches that the parts of a post's head link to. */
import type { Post } from '../../../mappings/contract/post.ts';
import { searchAddress } from './addresses.ts';
import { spell } from './query-text.ts';

/** All posts under this name on the board, with any tripcode and without. */
export function nameSearch(name: string, board: string): string {
  return searchAddress(`board:${board} full-name:${quoted(name)}`);
}

/** The posts of one poster: with exactly this name and tripcode, or with the name and no tripcode. */
export function posterSearch({ name, tripcode }: { readonly name: string; readonly tripcode: string | null }): string {
  return searchAddress(`full-name:${quoted(name)} ${tripcode === null ? '-has:trip' : tripcodeQuery(tripcode)}`);
}

export function tripcodeSearch(tripcode: string): string {
  return searchAddress(tripcodeQuery(tripcode));
}

export function tripcodeQuery(tripcode: string): string {
  return `trip:${/^!{1,2}[\w./+]+$/.test(tripcode) ? tripcode : quoted(tripcode)}`;
}

/** Poster IDs belong to a board; on a mailing list they are those of senders. */
export function posterIdSearch({ board, posterid }: Pick<Post, 'board'> & { readonly posterid: string }): string {
  return searchAddress(posterIdQuery({ board, posterid }));
}

export function posterIdQuery({ board, posterid }: Pick<Post, 'board'> & { readonly posterid: string }): string {
  return `board:${board} id:${spell(posterid)}`;
}

export function capcodeSearch(capcode: string): string {
  return searchAddress(`capcode:${spell(capcode)}`);
}

export function countrySearch({ board }: Pick<Post, 'board'>, country: string): string {
  return searchAddress(`board:${board} country:${spell(country)}`);
}

export function subjectSearch(subject: string): string {
  return searchAddress(`subject:${quoted(subject)}`);
}

/** Quotes any text as a phrase. */
function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}
