// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A development token with the habits of the dollar token people really use: six digits, transfers that return
/// nothing, an issuer who can mint, freeze an address, destroy what is frozen and switch on a fee.
contract UsdtLike {
    string public constant name = "Development Tether";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public immutable issuer;
    uint256 public totalSupply;
    uint256 public feeBasisPoints;
    uint256 public maximumFee;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Params(uint256 feeBasisPoints, uint256 maximumFee);

    modifier onlyIssuer() {
        require(msg.sender == issuer, "only the issuer");
        _;
    }

    constructor() {
        issuer = msg.sender;
    }

    function issue(address to, uint256 value) external onlyIssuer {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setParams(uint256 basisPoints, uint256 maximum) external onlyIssuer {
        require(basisPoints < 20, "fee too high");
        feeBasisPoints = basisPoints;
        maximumFee = maximum;
        emit Params(basisPoints, maximum);
    }

    function setBlackListed(address who, bool listed) external onlyIssuer {
        isBlackListed[who] = listed;
    }

    /// No Transfer event: this is how frozen money vanishes from an address without a trace in the transfer logs.
    function destroyBlackFunds(address who) external onlyIssuer {
        require(isBlackListed[who], "not frozen");
        totalSupply -= balanceOf[who];
        balanceOf[who] = 0;
    }

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function move(address from, address to, uint256 value) private {
        require(!isBlackListed[from], "frozen");
        uint256 fee = (value * feeBasisPoints) / 10000;
        if (fee > maximumFee) fee = maximumFee;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[issuer] += fee;
            emit Transfer(from, issuer, fee);
        }
    }
}
