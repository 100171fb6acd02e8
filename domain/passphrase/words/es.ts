/** Feasts, food, flowers, animals and weather, none of ill omen. */
export const WORDS = `
fiesta, feliz, alegre, sonrisa, risa, abrazo, beso, amigo, amistad, familia, hogar, dulce, miel, caramelo,
chocolate, galleta, bizcocho, pastel, tarta, rosquilla, churro, helado, natilla, flan, merienda, banquete, manzana,
naranja, cereza, fresa, mango, guayaba, ciruela, durazno, uva, kiwi, mandarina, almendra, avellana, canela,
vainilla, menta, albahaca, romero, azahar, rosa, margarita, girasol, violeta, lavanda, loto, prado, pradera,
colina, valle, playa, arena, isla, brisa, luna, estrella, lucero, cometa, cielo, aurora, alba, amanecer,
primavera, verano, oro, plata, perla, diamante, esmeralda, zafiro, topacio, jade, coral, joya, tesoro, cofre,
regalo, premio, trofeo, medalla, victoria, triunfo, fortuna, suerte, dicha, gozo, paz, calma, gracia, bondad,
ternura, magia, encanto, maravilla, milagro, brillo, chispa, destello, fulgor, luz, farol, farolillo, linterna,
guirnalda, cinta, lazo, globo, confeti, carnaval, desfile, verbena, feria, guitarra, piano, flauta, arpa,
pandereta, trompeta, coro, canto, bolero, salsa, rumba, samba, tango, vals, danza, baile, poema, cuento, paloma,
canario, jilguero, cisne, patito, conejo, gatito, perrito, potrillo, ardilla, panda, koala, mariposa, abeja, oveja,
ciervo, nutria, tortuga, gallito, unicornio, hada, duende, princesa, reina, mago, juglar, trineo, columpio, pelota,
noria, velero, barquito, faro, puerto, puente, camino, sendero, paseo, viaje, casita, castillo, palacio, ventana,
manta, cocina, panecillo, empanada, arepa, tortilla, paella, arroz, queso, tomate, aceituna, aguacate, calabaza,
zanahoria, trigo, cosecha, huerto, granja, campo, semilla, flor, ramo, ramillete, riqueza, logro, ganador, bravo,
viva, hurra, saludo, gracias, festejo, convite, brindis, sidra, limonada, zumo, batido, poncho, sombrero, vestido,
encaje, bordado, abanico, mantel, vajilla
`;
