import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { useLocation } from "react-router-dom";
import type { ReactNode } from "react";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import { LookScreen } from "#src/screens/redImg/LookScreen.tsx";
import { AppContext } from "#src/hooks/useApp.ts";
import { AddWallet } from "#src/screens/addWallet/AddWallet.tsx";
import { EthereumWalletBinding } from "#src/screens/ethereumWalletBinding/EthereumWalletBinding.tsx";
import { UpdateCode } from "#src/screens/updateCode/UpdateCode.tsx";
import { UpdateEmai } from "#src/screens/updateEmai/UpdateEmai.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{`${pathname}${search}`}</output>;
}

async function goBackFrom(screen: ReactNode, at: string): Promise<void> {
  await renderWithTexts(
    <AppContext value={createStaticApp({})}>
      {screen}
      <Address />
    </AppContext>,
    {},
    at,
  );
  await page.getByRole("button", { name: "Back", exact: true }).click();
}

it.each([
  ["/redImg", <LookScreen key="cover" kind="cover" />],
  ["/redPageAdmin", <LookScreen key="text" kind="text" />],
  ["/addWallet", <AddWallet key="wallets" />],
  ["/ethereumWalletBinding", <EthereumWalletBinding key="ethereum" />],
  ["/updateCode", <UpdateCode key="code" />],
  ["/updateEmai", <UpdateEmai key="email" />],
])("from %s, opened directly, back leads to the personal center", async (at, screen) => {
  await goBackFrom(screen, at);
  await expect.element(page.getByLabelText("address")).toHaveTextContent("/user");
});

it("back leads to the page that needed it, where that one led here", async () => {
  await goBackFrom(<AddWallet />, "/addWallet?redirect=%2FsendPacket%3FchatId%3D-5");
  await expect.element(page.getByLabelText("address")).toHaveTextContent("/sendPacket?chatId=-5");
});
