import { describe, expect, it } from "vitest";
import { openStories } from "./openStories.ts";

const story = openStories("timed");
const meetUnproven = () => story.meet({ isProven: false });
const meetTwo = async () => [await story.meet(), await meetUnproven()] as const;
const meetTwoUnproven = async () => [await meetUnproven(), await meetUnproven()] as const;

describe("a sender", () => {
  it("that nobody has proven stays unmatched, also with a report, until its owner proves it", async () => {
    const [anna, bo] = await meetTwo();
    const sent = await story.send(anna, 5);
    const tx = story.pay(bo, 5);
    await story.report(sent, tx, anna);
    await story.mine(4);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);

    await story.prove(bo);
    expect([await story.readSum(bo), await story.readSum(anna)]).toEqual([5, 0]);
    expect(await story.readOutcomes(tx)).toEqual(["balance"]);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
  });

  it("that is typed pays its order once it is proven after the payment", async () => {
    const bo = await meetUnproven();
    await story.bindTyped(bo);
    const sent = await story.send(bo, 5);
    await story.payWholly(bo, 5);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    await story.prove(bo);
    expect(await story.readOrder(sent)).toBe("paid 5");
    expect(await story.readEnvelope(sent)).toBe("open");
    expect(await story.readSum(bo)).toBe(0);
  });

  it("gives nothing to a person who tricked its owner into a signature", async () => {
    const [attacker, victim] = await meetTwoUnproven();
    const wallet = story.world.walletOf(victim);
    await story.bindTyped(victim);
    const tx = await story.payWholly(victim, 100);
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);

    // The attacker creates an order from the victim's wallet and has the victim sign on the official payment page.
    story.world.pass(5);
    await story.bindTyped(attacker, wallet);
    await story.send(attacker, 25);
    await story.prove(attacker, wallet);
    expect(await story.readSum(attacker)).toBe(0);
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);
    expect(await story.readLetters(victim, true)).toEqual(["walletBound", "walletTakenOver"]);

    // The victim signs again: the wallet and its payments return, and its later payments are the victim's.
    story.world.pass(5);
    await story.prove(victim);
    expect(await story.readSum(victim)).toBe(100);
    expect(await story.readLetters(attacker, true)).toEqual(["walletBound", "walletProven", "walletTakenOver"]);
    await story.payWholly(victim, 25);
    expect([await story.readSum(victim), await story.readSum(attacker)]).toEqual([125, 0]);
  });

  it("does not give a payment that is not final yet to a person who took over its wallet since", async () => {
    const [anna, bo] = await meetTwo();
    const unbind = await story.bindTyped(bo);
    const takers = await story.send(bo, 5);
    await unbind();
    const sent = await story.send(anna, 5);
    const tx = story.pay(anna, 5);
    await story.mine(1);
    story.world.pass(5);
    await story.prove(bo, story.world.walletOf(anna));
    await story.report(takers, tx, bo);
    await story.world.work();
    expect(await story.readOrder(takers)).toBe("awaitingPayment 0");
    await story.mine(2);
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);
    expect(await story.readSum(bo)).toBe(0);
    expect(await story.readOrder(takers)).toBe("awaitingPayment 0");

    // Its sender signs again, and the order is paid.
    story.world.pass(5);
    await story.prove(anna);
    expect(await story.readOrder(sent)).toBe("paid 5");
  });

  it("pays for the person who has it proven at settlement, never for others", async () => {
    const [anna, bo] = await meetTwo();
    const sent = await story.send(anna, 5);
    await story.prove(bo, story.world.walletOf(anna));
    await story.payWholly(anna, 5);
    expect(await story.readOrder(sent)).toBe("awaitingPayment 0");
    expect(await story.readSum(bo)).toBe(5);
    await story.prove(anna);
    await story.payWholly(anna, 5);
    expect(await story.readOrder(sent)).toBe("paid 5");
  });

  it("that another person had bound leaves transfers from that time unmatched, also after that person has unbound it", async () => {
    const [cleo, bo] = await meetTwoUnproven();
    const unbind = await story.bindTyped(bo);
    const early = await story.payWholly(bo, 30);
    story.world.pass(5);
    await unbind();
    story.world.pass(5);
    const late = await story.payWholly(bo, 40);
    await story.prove(cleo, story.world.walletOf(bo));
    expect(await story.readSum(cleo)).toBe(40);
    expect([await story.readOutcomes(early), await story.readOutcomes(late)]).toEqual([["unmatched"], ["balance"]]);
    // For the first holder, nobody else had a claim to it.
    await story.prove(bo);
    expect(await story.readSum(bo)).toBe(30);
  });

  it("that another person types once its payment was seen is its owner's all the same", async () => {
    const [cleo, bo] = await meetTwoUnproven();
    const tx = story.pay(bo, 30);
    await story.mine(1);
    story.world.clock.advance(1_000);
    await story.bindTyped(cleo, story.world.walletOf(bo));
    await story.mine(3);
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);
    await story.prove(bo);
    expect(await story.readSum(bo)).toBe(30);
  });

  it("that another person's order expected leaves transfers from that time unmatched", async () => {
    const [cleo, bo] = await meetTwoUnproven();
    const unbind = await story.bindTyped(bo);
    await story.send(bo, 20);
    await unbind();
    story.world.pass(5);
    const tx = await story.payWholly(bo, 30);
    await story.prove(cleo, story.world.walletOf(bo));
    expect(await story.readSum(cleo)).toBe(0);
    expect(await story.readOutcomes(tx)).toEqual(["unmatched"]);
  });
});
