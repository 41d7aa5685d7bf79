// Lays out large graphs beside the page, which stays responsive.
import { layout, type LayoutInput } from "./layout";

self.onmessage = (event: MessageEvent<LayoutInput>) => {
  const result = layout(event.data);
  (self as unknown as Worker).postMessage(result, [result.x.buffer, result.y.buffer]);
};
