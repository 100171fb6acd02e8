import { fromPromise } from "xstate";

import type { ActorsOf } from "#machines/kit/provide.ts";
import type { sessionMachine } from "#machines/session/session.machine.ts";
import type { Api } from "#src/adapters/api/createApi.ts";
import type { Drafts } from "#src/adapters/drafts.ts";
import type { AppStorage } from "#src/adapters/storage.ts";

interface SessionDeps {
  api: Api;
  storage: AppStorage;
  drafts: Pick<Drafts, "clear">;
  /** Cuts what a wallet of the person who leaves is connected by. */
  endWallets: () => Promise<void>;
}

export function createSessionActors({
  api,
  storage,
  drafts,
  endWallets,
}: SessionDeps): ActorsOf<typeof sessionMachine> {
  return {
    readStored: fromPromise(() => Promise.resolve({ token: storage.read("token"), userId: storage.read("userId") })),
    saveStored: fromPromise(({ input }) => {
      storage.write("token", input.token);
      storage.write("userId", input.userId);
      return Promise.resolve(null);
    }),
    clearStored: fromPromise(async ({ input: { hasLeft } }) => {
      storage.write("token", null);
      // Whose the drafts and the wallet are is known until the person has left.
      if (!hasLeft) return null;
      drafts.clear();
      storage.write("userId", null);
      await endWallets();
      return null;
    }),
    authenticate: fromPromise(({ input, signal }) => api.post("/v1/telegram/auth", input, signal)),
    // Without the bearer, which the server would end: calls that are under way carry it.
    joinGroup: fromPromise(({ input, signal }) => api.post("/v1/telegram/auth", input, signal, { isAnonymous: true })),
    fetchUser: fromPromise(async ({ signal }) => {
      const { userItem } = await api.get("/v1/user/getUserInfo", {}, signal);
      return userItem;
    }),
    logout: fromPromise(async ({ signal }) => {
      await api.post("/v1/telegram/logout", undefined, signal);
      return null;
    }),
  };
}
