// The model's own picture of its state.
import type { Desk } from "../store/app";

export function ModelPicture(_: { desk: Desk }) {
  return null;
}
