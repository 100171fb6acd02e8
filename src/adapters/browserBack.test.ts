import { beforeEach, describe, expect, it, vi } from "vitest";

import { createBrowserBack } from "./browserBack.ts";

/** A browser's history of one page, whose steps back arrive at once. */
function createHistory(first: unknown) {
  const entries: unknown[] = [first];
  let index = 0;
  let listen: (event: PopStateEvent) => void = () => {};
  const history = {
    get state() {
      return entries[index];
    },
    pushState: (state: unknown) => {
      entries.splice(index + 1, entries.length, state);
      index += 1;
    },
    replaceState: (state: unknown) => {
      entries[index] = state;
    },
    back: () => {
      index -= 1;
      listen({ state: entries[index] } as PopStateEvent);
    },
  };
  const page = {
    history,
    addEventListener: (_name: string, listener: typeof listen) => {
      listen = listener;
    },
  };
  return { history, page: page as unknown as Window };
}

const HOME = { key: "home", idx: 0 };
const USER = { key: "user", idx: 1 };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("createBrowserBack", () => {
  const open = () => {
    const world = createHistory(HOME);
    const back = createBrowserBack(world.page);
    const navigate = (state: unknown) => {
      world.history.pushState(state);
      back.follow();
    };
    return { ...world, back, navigate };
  };

  it("closes what is open and stays on the page; the next step leaves it", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    const close = vi.fn<() => void>();
    const release = back.push(close);
    expect(history.state).toMatchObject(USER);
    history.back();
    expect(close).toHaveBeenCalledOnce();
    release();
    vi.runAllTimers();
    expect(history.state).toEqual(USER);
    history.back();
    expect(history.state).toEqual(HOME);
    expect(close).toHaveBeenCalledOnce();
  });

  it("closes one after the other what lies on top of each other", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    const sheet = vi.fn<() => void>();
    const dialog = vi.fn<() => void>();
    const releaseSheet = back.push(sheet);
    const releaseDialog = back.push(dialog);
    history.back();
    releaseDialog();
    vi.runAllTimers();
    expect([sheet.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
    history.back();
    releaseSheet();
    vi.runAllTimers();
    expect(sheet).toHaveBeenCalledOnce();
    expect(history.state).toEqual(USER);
  });

  it("takes one step to leave a page on which something was closed by other means", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    back.push(vi.fn<() => void>())();
    back.push(vi.fn<() => void>())();
    history.back();
    expect(history.state).toEqual(HOME);
  });

  it("comes back to such a page, and leaves it by one step again", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    back.push(vi.fn<() => void>())();
    navigate({ key: "details", idx: 2 });
    history.back();
    expect(history.state).toMatchObject(USER);
    history.back();
    expect(history.state).toEqual(HOME);
  });

  it("takes one step to leave a page that replaced the one on which something was closed", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    back.push(vi.fn<() => void>())();
    history.replaceState({ key: "order", idx: 1 });
    back.follow();
    expect(history.state).toMatchObject({ key: "order", idx: 1 });
    history.back();
    expect(history.state).toEqual(HOME);
  });

  it("asks again what did not close", () => {
    const { history, back, navigate } = open();
    navigate(USER);
    const refuse = vi.fn<() => void>();
    back.push(refuse);
    for (let step = 1; step <= 3; step += 1) {
      history.back();
      vi.runAllTimers();
      expect(refuse).toHaveBeenCalledTimes(step);
    }
    expect(history.state).toMatchObject(USER);
  });
});
