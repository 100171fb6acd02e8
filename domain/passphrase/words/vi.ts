/** Wishes and what belongs to Tết, none of ill omen. */
export const WORDS = `
hoa mai, hoa đào, hoa sen, hoa hồng, hoa lan, mai vàng, đào tươi, cây quất, cành lộc, lộc xuân, tài lộc, phát tài,
phát lộc, phúc lộc, phúc thọ, an khang, an vui, an lành, an yên, bình an, bình yên, may mắn, hạnh phúc, niềm vui,
vui vẻ, vui tươi, vui xuân, mừng xuân, mùa xuân, gió xuân, nắng xuân, xuân sang, xuân vui, xuân hồng, năm mới,
tết vui, giao thừa, sum họp, sum vầy, đoàn viên, gia đình, ông bà, cha mẹ, anh em, chị em, bạn bè, bạn hiền,
bánh tét, bánh dày, bánh giò, bánh xèo, bánh mì, bánh ngọt, mứt gừng, mứt dừa, mứt sen, hạt dưa, hạt sen, hạt dẻ,
hạt điều, kẹo lạc, kẹo dừa, chè sen, chè bưởi, xôi gấc, nem rán, chả giò, giò lụa, bún chả, trà sen, trà xanh,
cà phê, nước dừa, nước mía, mật ong, dưa hấu, bưởi hồng, cam ngọt, quýt ngọt, xoài cát, xoài ngọt, nhãn lồng,
đu đủ, dừa xiêm, mãng cầu, trái sung, táo đỏ, nho xanh, ổi hồng, mít ngọt, đèn lồng, đèn hoa, câu đối, lì xì,
bao đỏ, múa lân, múa rồng, trống hội, pháo hoa, áo dài, nón lá, lụa đào, chợ tết, hội xuân, lễ hội, ca hát, câu hò,
điệu múa, tiếng hát, nụ cười, cười vui, cười tươi, hân hoan, rộn ràng, nô nức, phấn khởi, tưng bừng, rực rỡ,
lung linh, lấp lánh, tỏa sáng, ánh sáng, ánh trăng, trăng rằm, sao sáng, sao mai, mặt trời, nắng ấm, nắng vàng,
nắng mai, bình minh, cầu vồng, mây hồng, trời xanh, biển xanh, sông xanh, núi xanh, rừng xanh, đồng lúa, lúa vàng,
mùa vàng, mùa gặt, được mùa, vườn hoa, vườn xuân, cỏ non, lá non, lộc non, chồi non, mầm xanh, tre xanh, tre làng,
làng quê, quê nhà, mái nhà, con rồng, cá chép, cá vàng, chim én, chim sẻ, bồ câu, hạc vàng, rùa vàng, mèo con,
cún con, thỏ ngọc, thỏ con, nai vàng, vàng son, vàng mười, ngọc trai, ngọc bích, kim cương, kho báu, châu báu,
quà tết, quà tặng, món quà, niềm tin, ước mơ, hy vọng, yêu đời, tình bạn, tình thân, thân ái, hòa bình, hòa thuận,
êm ấm, ấm no, no đủ, đủ đầy, sung túc, giàu sang, phú quý, vinh hoa, thành đạt, thắng lợi, vững vàng, tiến bộ,
học giỏi, khỏe mạnh, dẻo dai, tươi trẻ, trẻ trung, xinh tươi, xinh đẹp, hiền hòa, cát tường, như ý, vạn phúc,
vạn an, đại cát, đại lợi, cầu tài, cầu phúc, đón xuân, đón tết, đón lộc, hái lộc, xông đất, khai xuân, du xuân,
chơi xuân, chúc tết, chúc mừng, chúc phúc
`;
