-- What Neovim shows of tokens: reads a list of files with places, writes the classes there.
local classes = {
  Statement = 'keyword', Conditional = 'keyword', Function = 'function', Operator = 'operator', Type = 'type', Constant = 'constant',
  String = 'string', Character = 'string', Special = 'string', Number = 'number', Comment = 'comment', Todo = 'comment', PreProc = 'comment', Label = 'label',
}

local function run()
  vim.cmd 'syntax on'
  vim.cmd 'set synmaxcol=0 noswapfile'
  local shown = {}
  for _, file in ipairs(vim.fn.json_decode(vim.fn.readfile(vim.env.PROBITY_TASK))) do
    vim.cmd('edit ' .. vim.fn.fnameescape(file.path))
    if vim.bo.filetype ~= file.language then error(file.path .. ' is taken for ' .. vim.bo.filetype) end
    local list = {}
    for i, place in ipairs(file.places) do
      -- The name as the syntax file has it: bundled colours link some groups to others.
      local name = vim.fn.synIDattr(vim.fn.synID(place[1] + 1, place[2] + 1, 1), 'name')
      local target = name ~= '' and vim.fn.execute('highlight ' .. name):match 'links to (%w+)' or name
      list[i] = classes[target] or 'plain'
    end
    table.insert(shown, list)
    vim.cmd 'bwipeout!'
  end
  vim.fn.writefile({ vim.fn.json_encode(shown) }, vim.env.PROBITY_RESULT)
end

local good, problem = pcall(run)
if not good then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd 'cquit'
end
vim.cmd 'qall!'
