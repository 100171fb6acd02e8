/** Feasts, food, flowers, animals and weather, none of ill omen. */
export const WORDS = `
bahagia, gembira, ceria, riang, senang, sukacita, tawa, senyum, canda, pesta, perayaan, meriah, lampion, lentera,
pita, balon, bunga, melati, mawar, anggrek, kenanga, dahlia, tulip, matahari, mentari, fajar, pelangi, bintang,
bulan, purnama, langit, embun, taman, kebun, sawah, padi, panen, ladang, telaga, danau, sungai, ombak, pulau,
samudra, mutiara, intan, berlian, emas, perak, permata, zamrud, safir, giok, mahkota, hadiah, kado, rezeki, berkah,
untung, hoki, makmur, sejahtera, jaya, sukses, menang, juara, piala, medali, mangga, nanas, pisang, jeruk, apel,
anggur, semangka, melon, pepaya, salak, rambutan, manggis, durian, kelapa, sirsak, markisa, duku, lengkeng, leci,
kurma, ceri, stroberi, alpukat, nangka, kue, bolu, donat, serabi, klepon, nastar, roti, martabak, bakpao, cokelat,
permen, madu, gula, teh, kopi, cendol, nasi, ketupat, opor, rendang, sate, bakso, soto, lumpia, pempek, tumpeng,
rempah, pala, cengkih, kemangi, kunyit, jahe, serai, kelinci, merpati, kenari, angsa, rusa, panda, koala, kuda,
poni, gajah, naga, merak, gitar, piano, biola, seruling, gamelan, angklung, suling, rebana, gendang, lagu, nyanyi,
tari, musik, nada, irama, puisi, pantun, dongeng, cerita, sahabat, teman, kawan, keluarga, saudara, tamu, ramah,
santun, kasih, sayang, cinta, damai, tenteram, tenang, sentosa, rukun, hangat, manis, harum, wangi, segar, cerah,
terang, cahaya, sinar, indah, cantik, elok, megah, mewah, agung, mulia, luhur, harapan, semangat, hebat, bagus,
hore, batik, songket, sutra, kebaya, kipas, perahu, istana, pondok, jendela, ayunan, angpao
`;
