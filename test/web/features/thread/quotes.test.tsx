import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PostOfThread } from '../../../../web/src/components/post/post.tsx';
import { quotesAt, toggled } from '../../../../web/src/features/thread/opened-quotes.tsx';
import { posterNames } from '../../../../web/src/features/thread/poster-names.ts';
import { aPost } from '../../posts.ts';

const quote = (num: number) => `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`;
const open = (...paths: string[]) => paths.reduce<ReadonlySet<string>>(toggled, new Set());

describe('an opened quote', () => {
  test('closes together with the quotes in it, and no others', () => {
    const paths = open('>ck/1', '>ck/1>ck/2', '>ck/1>ck/2>ck/3', '>ck/10', '<ck/1');
    expect([...toggled(paths, '>ck/1')]).toEqual(['>ck/10', '<ck/1']);
    expect([...toggled(paths, '>ck/1>ck/2')]).toEqual(['>ck/1', '>ck/10', '<ck/1']);
  });

  test('is below its link, which is expanded, or below the head if the post quotes this one', () => {
    const paths = open('>ck/101', '>ck/101>ck/100', '<ck/103');
    const { after, underHead, isUnderHead } = quotesAt(paths, '');
    expect([after('ck/101') !== null, after('ck/100'), after('ck/103')]).toEqual([true, null, null]);
    expect([isUnderHead('ck/103'), isUnderHead('ck/101')]).toEqual([true, false]);
    expect(underHead).toHaveLength(1);
    expect(quotesAt(paths, '>ck/101').after('ck/100')).not.toBeNull();
    const quotes = {
      after: (name: string) => name === 'ck/101' && <i>quoted</i>,
      underHead: <i>quoting</i>,
      isUnderHead,
    };
    const post = aPost({ num: 102 }, `${quote(101)}<br>${quote(100)}`);
    const markup = renderToStaticMarkup(<PostOfThread post={post} quotedBy={[103]} quotes={quotes} />);
    expect(markup).toMatch(/data-quote="ck\/103" aria-expanded="true".*<\/header><i>quoting<\/i>/);
    expect(markup).toMatch(/data-quote="ck\/101" aria-expanded="true">&gt;&gt;101<\/a><i>quoted<\/i><br\/>/);
  });
});

test('names beside backlinks are those of named posters, and OP if a tripcode or an ID shows it', () => {
  const posts = [
    aPost({ num: 100, opener: true, name: 'Anonymous', posterid: 'abc', tripcode: '!Rye' }),
    aPost({ num: 101, name: 'Anonymous', posterid: 'abc' }),
    aPost({ num: 102, name: 'A very long name of a poster', posterid: 'x' }),
    aPost({ num: 103, name: null, posterid: 'y' }),
    aPost({ num: 104, name: 'Anonymous', tripcode: '!Rye' }),
    aPost({ num: 105, subnum: 1, name: 'Ghost' }),
  ];
  expect([...posterNames(posts)]).toEqual([
    [100, '!Rye (OP)'],
    [101, '(OP)'],
    [102, 'A very long name of …'],
    [104, '!Rye (OP)'],
  ]);
});
