import type { CoinType } from "#domain/coins.ts";
import { type Telemetry, traceWork } from "#server/telemetry/tracing.ts";

/** Asks an endpoint. Its parameters are the chain's. */
type EndpointCall<Params> = (method: string, params: Params) => Promise<unknown>;

/** Returns a call that does the same. */
export type WatchCall = <Params>(call: EndpointCall<Params>) => EndpointCall<Params>;

interface Watched {
  coinType: CoinType;
  /** Counts from 0 in the setting. */
  place: number;
  /** Whether the endpoint has answered, although with an error. */
  isAnswer: (error: unknown) => boolean;
}

/** For a tool that nobody watches. */
export const UNWATCHED: WatchCall = (call) => call;

/** Counts the calls of one endpoint, and traces them by method and place: its URL may hold a key. */
export function createCallWatch({ coinType, place, isAnswer }: Watched, telemetry: Telemetry | null): WatchCall {
  if (telemetry === null) return UNWATCHED;
  const { metrics, tracing } = telemetry;
  const endpoint = String(place + 1);
  metrics.showEndpoint(coinType, endpoint);
  return (call) => {
    const counted: typeof call = async (method, params) => {
      let hasFailed = false;
      try {
        return await call(method, params);
      } catch (error) {
        hasFailed = !isAnswer(error);
        throw error;
      } finally {
        metrics.countChainCall(coinType, endpoint, hasFailed);
      }
    };
    const attributes = { "hongbao.coin": coinType, "hongbao.endpoint": endpoint };
    return (method, params) =>
      traceWork(
        tracing,
        { name: `${coinType} ${method}`, kind: "client", attributes: { ...attributes, "rpc.method": method } },
        () => counted(method, params),
      );
  };
}
