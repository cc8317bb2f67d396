import { describe, expect, test } from 'vitest';
import { useDemo } from './given-demo.ts';

const demo = useDemo();

describe('a site that is changed by control requests', () => {
  test('grows: a thread and a reply are in every document immediately', async () => {
    const no = await demo.created('cook/thread', {
      sub: 'Kettle & co.',
      com: '>hello\n>>1',
      name: 'Anna',
      trip: '!abc',
    });
    demo.now += 2000;
    const reply = await demo.created(`cook/thread/${no}/reply`, { com: `>>${no}\nfine`, poster: 'b', file: {} });
    expect(reply).toBeGreaterThan(no);
    const { posts } = await demo.threadFile('cook', no);
    expect(posts[0]).toMatchObject({
      sub: 'Kettle &amp; co.',
      name: 'Anna',
      trip: '!abc',
      resto: 0,
      replies: 1,
      images: 1,
    });
    expect(posts[0]?.com).toBe('<span class="quote">&gt;hello</span><br><span class="deadlink">&gt;&gt;1</span>');
    expect(posts[0]).toMatchObject({ semantic_url: 'kettle-co', unique_ips: 2, bumplimit: 0, imagelimit: 0 });
    expect(posts[1]).toMatchObject({ no: reply, resto: no, time: Math.floor(demo.now / 1000) });
    expect(posts[1]?.com).toBe(`<a href="#p${no}" class="quotelink">&gt;&gt;${no}</a><br>fine`);
    const pages = await demo.json<{ threads: object[] }[]>('/cook/threads.json');
    expect(pages[0]?.threads[1]).toEqual({ no, last_modified: Math.floor(demo.now / 1000), replies: 1 });
  });

  test('bumps a thread with a reply, but not with a sage', async () => {
    const older = await demo.created('cook/thread', { com: 'older' });
    demo.now += 1000;
    const newer = await demo.created('cook/thread', { com: 'newer' });
    const order = async () => {
      const pages = await demo.json<{ threads: { no: number }[] }[]>('/cook/threads.json');
      return pages.flatMap(({ threads }) => threads.map(({ no }) => no)).filter((no) => no === older || no === newer);
    };
    demo.now += 1000;
    await demo.created(`cook/thread/${older}/reply`, { com: 'quietly', sage: true });
    expect(await order()).toEqual([newer, older]);
    await demo.created(`cook/thread/${older}/reply`, { com: 'aloud' });
    expect(await order()).toEqual([older, newer]);
  });

  test('does not bump a thread past its limit, and marks the limit as reached', async () => {
    const no = await demo.created('draw/thread', { com: 'long' });
    const limit = demo.site.board('draw').info.bump_limit;
    for (let reply = 0; reply < limit; reply++) {
      demo.now += 1000;
      await demo.created(`draw/thread/${no}/reply`, { com: 'more' });
    }
    const { bumped } = demo.site.board('draw').threads.get(no) ?? {};
    expect(bumped).toBe(Math.floor(demo.now / 1000));
    demo.now += 1000;
    await demo.created(`draw/thread/${no}/reply`, { com: 'too late' });
    expect(demo.site.board('draw').threads.get(no)).toMatchObject({
      bumped,
      lastModified: Math.floor(demo.now / 1000),
    });
    expect((await demo.threadFile('draw', no)).posts[0]).toMatchObject({ bumplimit: 1, replies: limit + 1 });
  });

  test('edits posts: text, notice, flags and any field', async () => {
    const no = await demo.created('tech/thread', { com: 'before' });
    demo.now += 1000;
    const patched = await demo.post(
      `tech/post/${no}`,
      { com: 'after & all', notice: 'banned', closed: true, fields: { x: [1] } },
      'PATCH',
    );
    expect(patched.status).toBe(200);
    const [first] = (await demo.threadFile('tech', no)).posts;
    expect(first).toMatchObject({ closed: 1, x: [1] });
    expect(first?.com).toBe(
      'after &amp; all<br><br><strong style="color: red;">(USER WAS BANNED FOR THIS POST)</strong>',
    );
    expect(demo.site.board('tech').threads.get(no)?.lastModified).toBe(Math.floor(demo.now / 1000));
    expect((await demo.post(`tech/thread/${no}/reply`, { com: 'late' })).status).toBe(409);
    expect((await demo.post(`tech/thread/${no}/reply`, { com: 'staff', capcode: 'mod' })).status).toBe(201);
    await demo.post(`tech/post/${no}`, { closed: false, fields: { x: null, sub: 5 } }, 'PATCH');
    const [again] = (await demo.threadFile('tech', no)).posts;
    expect(again).not.toHaveProperty('closed');
    expect(again).not.toHaveProperty('x');
    expect(again?.sub).toBe(5);
  });

  test('loses a reply, then the whole thread', async () => {
    const no = await demo.created('tech/thread', { com: 'op' });
    const reply = await demo.created(`tech/thread/${no}/reply`, { com: 'reply', file: {} });
    const staying = await demo.created(`tech/thread/${no}/reply`, { com: 'stays' });
    demo.now += 1000;
    expect((await demo.remove(`tech/post/${reply}`)).status).toBe(200);
    const { posts } = await demo.threadFile('tech', no);
    expect(posts.map((one) => one.no)).toEqual([no, staying]);
    expect(posts[0]).toMatchObject({ replies: 1, images: 0 });
    expect((await demo.remove(`tech/post/${reply}`)).status).toBe(404);
    expect((await demo.remove(`tech/post/${no}`)).status).toBe(200);
    expect((await demo.get(`/tech/thread/${no}.json`)).status).toBe(404);
    const archive = await demo.json<number[]>('/tech/archive.json');
    expect(archive).not.toContain(no);
  });

  test('archives the last thread, or deletes it on a board without an archive', async () => {
    const last = async (board: string) => {
      const pages = await demo.json<{ threads: { no: number }[] }[]>(`/${board}/threads.json`);
      return pages.at(-1)?.threads.at(-1)?.no ?? 0;
    };
    for (const [board, status] of [
      ['cook', 200],
      ['draw', 404],
    ] as const) {
      const { per_page: size, pages } = demo.site.board(board).info;
      while (demo.site.board(board).living.size < size * pages)
        await demo.created(`${board}/thread`, { com: 'filler' });
      const pushed = await last(board);
      demo.now += 1000;
      await demo.created(`${board}/thread`, { com: 'one more' });
      expect((await demo.get(`/${board}/thread/${pushed}.json`)).status).toBe(status);
      expect(demo.site.board(board).living.size).toBe(size * pages);
    }
    expect(await demo.json<number[]>('/cook/archive.json')).not.toHaveLength(0);
  });

  test.each([
    ['POST', 'tech/thread', { com: 5 }, 400, 'bad_body'],
    ['POST', 'tech/thread', {}, 400, 'empty_post'],
    ['POST', 'tech/thread', { com: 'x', unknown: 1 }, 400, 'bad_body'],
    ['POST', 'tech/thread', { com: 'x', file: { ext: '.exe' } }, 400, 'no_such_file'],
    ['POST', 'nope/thread', { com: 'x' }, 404, 'unknown_board'],
    ['POST', 'tech/thread/1/reply', { com: 'x' }, 404, 'unknown_thread'],
    ['POST', 'tech/thread/x/reply', { com: 'x' }, 400, 'bad_number'],
    ['POST', 'tech/thread/1/unknown', { com: 'x' }, 404, 'unknown_request'],
    ['PATCH', 'tech/post/1', { com: 'x' }, 404, 'unknown_post'],
    ['POST', 'faults', { path: '*', kind: 'other' }, 400, 'bad_body'],
  ])('refuses %s %s %j with %i %s', async (method, path, body, status, code) => {
    const response = await demo.post(path, body, method);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/./), code });
  });

  test('accepts JSON only, of a limited size, and does not move a post', async () => {
    const text = await fetch(`${demo.server.url}/_demo/tech/thread`, { method: 'POST', body: 'com=x' });
    expect(text.status).toBe(415);
    const broken = await fetch(`${demo.server.url}/_demo/tech/thread`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect([broken.status, await broken.json()]).toEqual([400, { error: expect.anything(), code: 'not_json' }]);
    const no = await demo.created('tech/thread', { com: 'x' });
    const moved = await demo.post(`tech/post/${no}`, { fields: { no: 1 } }, 'PATCH');
    expect(await moved.json()).toMatchObject({ code: 'fixed_field' });
  });
});
