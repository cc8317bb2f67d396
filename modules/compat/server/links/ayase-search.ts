/** Search addresses of ayase-quart: `/sql?boards=a,g&comment=tea&is_op=y`. Pure. */
import type { FoolFuukaParams } from '../foolfuuka/search-params.ts';

/** Their names in FoolFuuka's addresses. Conditions without one (sizes, an opener's text) are left out, so that the search finds more. */
const NAMES: Readonly<Record<string, string>> = {
  boards: 'boards',
  title: 'subject',
  comment: 'text',
  media_filename: 'filename',
  media_hash: 'image',
  tripcode: 'tripcode',
  date_after: 'start',
  date_before: 'end',
  order_by: 'order',
  page: 'page',
};

/** Ticked boxes. */
const BOXES: Readonly<Record<string, readonly [name: string, value: string]>> = {
  has_file: ['filter', 'text'],
  has_no_file: ['filter', 'image'],
  is_op: ['type', 'op'],
  is_not_op: ['type', 'posts'],
  is_sticky: ['type', 'sticky'],
  is_deleted: ['deleted', 'deleted'],
  is_not_deleted: ['deleted', 'not-deleted'],
};

export function paramsOfAyase(url: string): FoolFuukaParams {
  const params: Record<string, string> = {};
  for (const [name, value] of new URL(url, 'http://localhost').searchParams) {
    const known = NAMES[name];
    const box = BOXES[name];
    if (known !== undefined && value !== '') params[known] = value;
    else if (box !== undefined && !/^(?:false)?$/i.test(value)) params[box[0]] = box[1];
  }
  return params;
}
