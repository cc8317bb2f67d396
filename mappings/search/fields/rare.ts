/** Fields that few searches need; completion offers them last. */
import { ValueMistake, type ReadValue } from '../values/mistake.ts';
import type { SearchField } from '../field.ts';

/** The host of a URL, without `www.`, as in the index. */
function readDomain(written: string): ReadValue {
  const address = URL.parse(/^[a-z]+:\/\//i.test(written) ? written : `http://${written}`);
  const host = address?.hostname.replace(/^(?:www\.)+(?=.)/, '').replace(/\.+$/, '') ?? '';
  return host === '' ? new ValueMistake('domain: takes a host name such as example.org.') : [host];
}

export const RARE_FIELDS = [
  {
    kind: 'number',
    name: 'length',
    aliases: ['comment.length', 'len'],
    description: 'whose comment has this number of characters',
    examples: [['length:>2000', 'with a comment of more than 2,000 characters']],
    values: [
      ['>=1000', 'at least'],
      ['<50', 'less than'],
    ],
    index: 'length',
    form: { section: 'more', placeholder: '>2000' },
  },
  {
    kind: 'number',
    name: 'subject.length',
    aliases: ['title.length'],
    description: 'whose subject has this number of characters',
    examples: [['subject.length:<10', 'with a short subject']],
    values: [
      ['>=50', 'at least'],
      ['<10', 'less than'],
    ],
    index: 'subject_length',
    form: { section: 'more' },
  },
  {
    kind: 'exact',
    name: 'domain',
    aliases: ['site'],
    description: 'with a link to this host',
    examples: [['domain:github.com', 'with a link to this host']],
    index: 'domains',
    has: 'link',
    read: readDomain,
    completed: { prefixes: (written) => [written.toLowerCase()] },
    form: { section: 'links', placeholder: 'example.org' },
  },
  {
    kind: 'number',
    name: 'since4pass',
    aliases: [],
    description: 'whose poster shows a pass of this year',
    examples: [['since4pass:2017', 'whose poster shows a pass of this year']],
    index: 'since4pass',
    form: { section: 'poster' },
  },
] as const satisfies readonly SearchField[];
