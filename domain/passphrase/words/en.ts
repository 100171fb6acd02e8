/** Feasts, food, flowers, animals and weather, none of ill omen. */
export const WORDS = `
apple, apricot, almond, cherry, coconut, mango, melon, papaya, peach, plum, quince, lemon, lime, orange, tangerine,
fig, date, honey, syrup, waffle, cookie, cupcake, muffin, pancake, pudding, custard, toffee, caramel, candy,
chocolate, cocoa, cinnamon, ginger, nutmeg, saffron, mint, basil, rosemary, walnut, pecan, hazelnut, chestnut,
pistachio, peanut, pumpkin, noodle, dumpling, biscuit, bagel, pretzel, brioche, jelly, jam, picnic, banquet, feast,
festival, party, parade, carnival, lantern, ribbon, balloon, confetti, garland, bouquet, gift, wish, cheer, laugh,
smile, giggle, joy, joyful, jolly, merry, happy, lucky, bright, sunny, sunbeam, sunrise, sunset, rainbow, breeze,
summer, spring, autumn, harvest, meadow, garden, orchard, flower, tulip, daisy, lotus, rose, iris, jasmine, orchid,
lilac, violet, marigold, peony, sunflower, clover, maple, bamboo, cedar, river, brook, lagoon, island, harbor,
beach, pearl, coral, amber, ruby, emerald, sapphire, diamond, golden, silver, jade, velvet, satin, silk, kitten,
puppy, bunny, lamb, pony, duck, canary, finch, swan, dolphin, otter, panda, koala, hamster, rabbit, deer, squirrel,
dragon, unicorn, music, melody, piano, violin, guitar, cello, harp, banjo, choir, chorus, dance, waltz, tango,
samba, ballet, opera, poem, story, fable, puzzle, kite, swing, castle, palace, cottage, cabin, window, blanket,
quilt, mitten, kettle, coffee, sundae, gelato, sorbet, yogurt, smoothie, lemonade, cider, nectar, star, moon,
planet, galaxy, cosmos, aurora, dawn, daylight, sparkle, glitter, twinkle, shimmer, beacon, friend, family, guest,
welcome, thanks, bonus, treasure, fortune, success, victory, winner, champion, medal, trophy, crown, jewel, bravo,
hooray, festive, jubilee, gala, fiesta, luck, grace, peace, calm, hope, trust, kindness, gentle, tender, serene,
plenty, bounty, wonder, marvel, magic, dream, delight, radiant, vibrant, lively, playful, cheerful, graceful
`;
