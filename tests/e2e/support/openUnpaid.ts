import type { Page } from "playwright";
import { findAppFrame } from "./person.ts";
import type { Person } from "./person.ts";
import type { World } from "./world.ts";

/** The link to pay the newest unpaid order by. */
export async function readPaymentUrl(person: Person): Promise<string> {
  const frame = await findAppFrame(person);
  return await frame.evaluate(async () => {
    const answer = await fetch("/api/v1/order/unpaidList", {
      headers: { authorization: `Bearer ${localStorage.getItem("auht_token")}` },
    });
    const { data } = (await answer.json()) as { data: { items: { paymentUrl: string }[] } };
    return data.items[0]?.paymentUrl ?? "";
  });
}

/** The payment page in a tab of its own, as the link of the newest unpaid order leads there. */
export async function openUnpaid(world: World, person: Person): Promise<Page> {
  const page = await person.page.context().newPage();
  world.watch.followPaymentPage(page);
  await page.goto(await readPaymentUrl(person));
  return page;
}
