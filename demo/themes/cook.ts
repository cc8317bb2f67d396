import { BOARD_DEFAULTS } from '../chan.ts';
import { NO_HABITS, type Theme } from './theme.ts';

export const cook: Theme = {
  board: {
    board: 'cook',
    title: 'Food & Cooking',
    ...BOARD_DEFAULTS,
    pages: 3,
    meta_description: '&quot;/cook/ - Food &amp; Cooking&quot; is for recipes, kitchens, gardens and shared meals.',
    is_archived: 1,
    user_ids: 1,
  },
  firstNo: 9_204_377,
  years: 8,
  guest: false,
  share: 0.2,
  welcome: {
    sub: 'Welcome to /cook/ - wash your hands',
    com: 'Recipes, techniques, gardens, markets, mistakes. Post what you made, especially when it went wrong.\n\n>Quantities\nGrams and millilitres, please, or say whose cup it is. Oven temperatures in °C.\n\nCoffee and tea are food. So is soup at 3 in the morning.',
  },
  words: {
    dish: ['crème brûlée', 'caldo verde', 'kimchi-jjigae (김치찌개)', 'okonomiyaki', 'smørrebrød', 'bibimbap'],
    spice: ['smoked paprika', 'cumin', 'sumac', 'Sichuan pepper', 'cardamom', "za'atar", 'fennel seed'],
    herb: ['parsley', 'dill', 'shiso', 'lovage', 'tarragon', 'coriander', 'sorrel'],
    vegetable: ['leeks', 'a whole celeriac', 'aubergines', 'jalapeños', 'Jerusalem artichokes', 'beetroot'],
    flour: ['rye', 'spelt', 'einkorn', 'strong white', 'wholemeal', 'buckwheat'],
    pan: ['a cast-iron pan', 'a carbon-steel wok', 'a clay pot', 'the good saucepan', 'a dented tin'],
    taste: ['like a Sunday', 'of smoke and honey', 'of cardboard, sadly', 'better the next day'],
    cook_verb: ['simmer', 'roast', 'braise', 'steam', 'pickle', 'grill', 'toast'],
    market: ['the Saturday market', 'the Turkish grocer', 'the harbour', 'an allotment', 'the corner shop'],
  },
  topics: [
    {
      series: true,
      about: ['sourdough', 'rye bread', 'focaccia', 'flatbreads', 'bagels', 'a first loaf', 'brioche'],
      subjects: ['Bread thread: {it}', '/bread/ - {it} edition'],
      openers: [
        'Post crumb. This thread: {it}. My starter is called «Gerald|Blub|Dough Vader», born in {old_year}.\n\n{previous}',
        'Flour, water, salt, time. {it}: recipes and disasters.\n\n{previous}',
      ],
      replies: [
        '{500-1000} g {flour}, {60-85}% water, 2% salt, overnight in the fridge. {it} does not need more.',
        'My {it} came out flat. «Underproofed?|It tastes {taste}|The kitchen had {15-19} °C all day».',
        'Fold every {20-45} minutes, {3-5} times, then leave it alone. «Really alone|Walk the dog|Read a book».',
        'Steam matters: {pan} with a lid, {230-260} °C for {15-25} minutes, then lid off.',
        'The starter smells of «apples|nail varnish|yoghurt». Feed it «twice a day|with {flour}|and wait till {day}».',
      ],
    },
    {
      about: ['kimchi', 'sauerkraut', 'kombucha', 'miso', 'fermented chillies', 'pickled lemons'],
      subjects: ['Fermentation: {it}', 'It lives! {it} thread'],
      openers: [
        'Started {it} on {day} with {2-4}% salt. What should I see, smell and fear?',
        'Jars of {it} on the window sill. Burp them, name them, post them.',
      ],
      replies: [
        '{2-5}% salt by weight, everything below the brine. {it} is «older than fridges|safer than it looks|mostly waiting».',
        'White film is kahm yeast, harmless. Fuzzy and coloured: out with it.',
        'Week {2-9}: {it} tastes {taste}.',
        'Add {spice} and {vegetable}. «Not traditional|I regret nothing|{relative} approves».',
        '김장 season: {10-40} cabbages, three generations, one bathtub.',
      ],
    },
    {
      about: ['ramen', 'a clear stock', 'pho', 'lentil soup', 'borscht', 'minestrone', 'chicken soup'],
      subjects: ['Soup season: {it}', '{it} thread'],
      openers: [
        'It is {2-9} °C outside and I have bones, {vegetable} and a free {day}. Teach me {it}.',
        'What is your {it}? I keep finding recipes from {old_year} that end with a stock cube.',
      ],
      replies: [
        '{it}: never let it boil, «{4-18} hours|skim, skim, skim|the lid stays off».',
        'Roast the bones with {vegetable} first. {pan} will do.',
        'A spoon of «miso|vinegar|fish sauce|cream» at the end. Taste, then once more.',
        '{spice} and bay leaf, nothing else. «{relative} would add {herb}|Fight me|It tastes {taste}».',
        'Noodles apart from the broth, always. «They drink it all|I learnt it the soggy way».',
      ],
    },
    {
      about: ['crème brûlée', 'apple cake', 'choux pastry', 'a birthday cake', 'meringue', 'tarte Tatin'],
      subjects: ['Sweet things: {it}', '{it}, help'],
      openers: [
        '{it} for {4-20} people on {day}. I have {pan}, hope and a hand mixer. What goes wrong?',
        'My {it} collapsed for the {2-9}th time. Picture related. «Be honest|Be kind|Which is it, oven or me?»',
      ],
      replies: [
        '{150-190} °C, not more. {it} wants «patience|steam|to be left in peace».',
        'Egg whites at room temperature, a clean bowl, no yolk. «Not a drop|{relative} checks with a torch».',
        'Your oven lies. Mine is off by {10-30} °C, a thermometer costs {5-12}.',
        'Less sugar, a pinch of salt, {spice}. {it} for adults.',
        'It tastes {taste}, who cares about the looks.',
      ],
    },
  ],
  replies: [
    'Tonight: {dish} with {vegetable}. «Leftovers for three days|{relative} had thirds|The pan did not survive».',
    'Needs acid. «Lemon|Vinegar|A spoon of brine».',
    'More salt, less fear.',
    '{spice}, toasted and ground. «That is the secret|Nobody believes me|{3-9} g are enough».',
    '{cook_verb} {vegetable} for {20-90} minutes at {140-220} °C and call it dinner.',
    '1½ cups is not a unit. «Grams, please|Whose cup?|±½ cup, then».',
  ],
  long: [
    '>{dish}, serves {2-8}\n- {200-800} g {vegetable}\n- {1-4} onions\n- {1-3} tsp {spice}\n- a handful of {herb}\n- salt, oil, {20-60} minutes\n\n{cook_verb} the onions slowly in {pan}, then everything else. Rest it for {5-15} minutes. Tastes {taste}.',
    'Week plan, {18-45} euros for two:\nMon {dish}\nTue soup from Monday\nWed {dish}\nThu eggs, {herb}\nFri {dish}\nSat whatever {market} has\nSun bread and {vegetable}',
  ],
  stories: [
    '>invite friends for {dish}\n>forget the {spice}\n>use twice as much {herb}\n>everybody asks for the recipe\n\nI wrote down the mistake.',
    '>buy {vegetable} at {market}\n>no plan\n>put all of it into {pan} with {spice}\n>tastes {taste}',
  ],
  secrets: ['it is just butter', 'the secret is anchovies', 'I bought it', 'two onions more'],
  code: [],
  math: [],
  sjis: [],
  names: ['Crème Brûlée', 'pan lid', 'Tía Lola', 'salt & pepper', 'soup at 3', '김치', 'Dough Vader'],
  filenames: ['lunch', 'dinner {day}', 'IMG_{year}0{1-9}{10-28}_{100000-235959}', 'crumb', 'déjà bu'],
  tags: [],
  scenes: ['bowl', 'leaves'],
  banner: 'COOK',
  habits: { ...NO_HABITS, file: 0.24, greentext: 0.1, story: 0.02, long: 0.07 },
};
