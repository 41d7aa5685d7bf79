// Order and manners of messages.
import { find, placeOf } from "../harness/client.mjs";
import { holds, same } from "../harness/expect.mjs";
import { largeMachine } from "../harness/large.mjs";
import { COUNTER, PROJECT } from "../harness/models.mjs";

export default [
  {
    name: "requests that overlap are all answered, by their own text",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      client.open("Desk.mch");
      const questions = [];
      let text = COUNTER;
      for (let i = 0; i < 40; i++) {
        const place = find(text, "count < limit").start;
        questions.push(client.at("hover", "Counter.mch", place).then((answer) => holds(/count/.test(JSON.stringify(answer)), `question ${i}`, answer)));
        questions.push(client.about("documentSymbol", "Desk.mch").then((answer) => holds(answer.length > 0, `symbols ${i}`)));
        const line = { line: place.line, character: 0 };
        client.change("Counter.mch", [{ range: { start: line, end: line }, text: `  // line ${i}\n` }]);
        text = client.texts.get("Counter.mch");
      }
      await Promise.all(questions);
      same(await client.diagnostics("Counter.mch"), [], "at last");
    },
  },
  {
    name: "a request that was cancelled is answered all the same",
    files: { "Large.mch": largeMachine(3000) },
    run: async ({ client }) => {
      client.open("Large.mch");
      const many = Array.from({ length: 30 }, () => client.cancellable("textDocument/documentSymbol", { textDocument: { uri: client.uri("Large.mch") } }));
      for (const one of many) one.cancel();
      const answers = await Promise.all(many.map((one) => one.answer.catch((error) => error)));
      holds(answers.some((one) => one instanceof Error && one.code === -32800), "some are cancelled");
      for (const one of answers) holds(Array.isArray(one) || one.code === -32800, "a symbol list, or cancelled", one);
    },
  },
  {
    name: "places beyond a text and its lines",
    files: PROJECT,
    run: async ({ client }) => {
      client.open("Counter.mch");
      for (const position of [{ line: 1000, character: 0 }, { line: 3, character: 1000 }, placeOf(COUNTER, COUNTER.length)]) await client.at("hover", "Counter.mch", position).catch((error) => holds(error.code === -32602, "refused", error));
      same(await client.diagnostics("Counter.mch"), [], "diagnostics");
    },
  },
  {
    name: "requests about a text that is not open, unknown methods",
    files: PROJECT,
    run: async ({ client }) => {
      for (const [method, params] of [["textDocument/hover", { textDocument: { uri: client.uri("Counter.mch") }, position: { line: 0, character: 0 } }], ["textDocument/unknown", {}]]) {
        const answer = await client.connection.sendRequest(method, params).catch((error) => error);
        holds(answer instanceof Error && [-32601, -32602, -32803].includes(answer.code), `${method} is refused`, answer);
      }
      client.notify("textDocument/somethingNew", {});
      client.notify("$/setTrace", { value: "off" });
      client.open("Counter.mch");
      same(await client.diagnostics("Counter.mch"), [], "it goes on");
    },
  },
];
