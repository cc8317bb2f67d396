/** The stable part of subjects, and links to the previous thread. */
import { expect, test } from 'vitest';
import { parseComment } from '../../../../mappings/comment/parse.ts';
import { previousThread } from '../../recognition/previous-thread.ts';
import { readSubject } from '../../recognition/read-subject.ts';

const nameOf = (subject: string) => {
  const { tag, words, isGeneral } = readSubject(subject);
  return tag ?? (isGeneral ? words : null);
};

test.each([
  ['/dpt/ - Daily Programming Thread', 'dpt'],
  ['/DPT/ - old edition', 'dpt'],
  ['Daily Programming Thread', 'daily-programming'],
  ['Destiny 2 General /d2g/ #1234', 'd2g'],
  ['/tesg/ - The Elder Scrolls General: Skooma Edition', 'tesg'],
  ['Ship building /sbg/', 'sbg'],
  ['Screenshot General #12', 'screenshot'],
  ['Stupid questions thread - morning edition', 'stupid-question'],
  ['NXT GAMETHREAD #1', 'nxt'],
  ['AEW Dynamite: Gamethread 5', 'aew-dynamite'],
  ['Почалося в Сирии - #12', 'почалося-в-сирии'],
  ['UK Thread III', 'uk'],
  ['/tugão/ - Watch our league Edition', 'tugao'],
  ['【B56】VUP综合讨论楼（支持3回合内自由搏击）', 'vup'],
  ['原神（多平台）攻略讨论专楼#4（禁止新开讨论）', '原神攻略'],
  ['【明日方舟】国服10号楼 11月1日3.5周年', '明日方舟-国服'],
  ['【大的就这！】｜崩坏：星穹铁道｜ 综合讨论 #3', '崩坏-星穹铁道'],
  ['【DOAX】DEAD OR ALIVE Xtreme Venus Vacation 14日目【DMM】', 'doax-dead-or-alive-xtreme-venus-vacation'],
  ['My #1 waifu', null],
  ['Who is your #1?', null],
  ['Mirror 2 Steam EA版发售（转型讨论楼）', null],
  ['Paper crane thread #3', 'paper-crane'],
  ['東方総合スレ Part12', '東方'],
  ['/pol/ humor thread', null],
  ['I miss /dpt/', null],
  ['What happened to /dpt/?', null],
  ['/ptg/ is dead', null],
  ['Attorney General', null],
  ['Skyrim Special Edition', null],
  ['The general opinion on cranes', null],
  ['Episode 12', null],
  ['Help', null],
  ['/usr/bin/env', null],
])('%s belongs to %s', (subject, name) => {
  expect(nameOf(subject)).toBe(name);
});

const quote = (num: number) => `<a href="#p${num}" class="quotelink">&gt;&gt;${num}</a>`;

test.each([
  [`Previous thread: ${quote(90)}`, 90],
  [`Previous threads: ${quote(80)} &amp; ${quote(90)}`, 90],
  [`rules<br>Old thread<br>${quote(90)}`, 90],
  [`${quote(90)} (last thread)`, 90],
  ['Last thread: https://boards.4chan.org/g/thread/90/dpt', 90],
  [`前スレ ${quote(90)}`, 90],
  [`Прошлый тред: ${quote(90)}`, 90],
  [`Previoius thread: ${quote(90)}`, 90],
  [`Previously: ${quote(90)}`, 90],
  [`(defvar prev-thread ${quote(90)})`, 90],
  [`Previous thread 404'd ${quote(90)}`, 90],
  [`Share yours!<br>the last thread reached the image limit<br>${quote(90)}`, 90],
  [`Previous thread's life finally ended after 3 years. ${quote(90)}`, 90],
  [`What happened in the last thread? ${quote(90)}`, null],
  [`I agree with ${quote(90)}`, null],
  [`the last time I asked ${quote(90)}`, null],
  [`Previous thread: ${quote(110)}`, null],
])('the previous thread of "%s" is %s', (html, num) => {
  expect(previousThread(parseComment(html).tokens, { board: 'g', num: 100 })).toBe(num);
});
